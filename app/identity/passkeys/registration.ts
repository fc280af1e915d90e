import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import {
  COSEALG,
  decodeAttestationObject,
  isoBase64URL,
  isoCBOR,
} from '@simplewebauthn/server/helpers'
import PasskeyRefused from '../errors/passkey_refused.js'
import { AuthenticatorAnswer } from './authenticator_answer.js'
import { Challenge } from './challenge.js'
import { Passkeys, type MadePasskey } from './passkeys.js'
import type { RelyingParty } from './relying_party.js'

/** What every browser of today makes. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
const TIMEOUT_MS = 5 * 60_000

interface Person {
  id: string
  email: string
  name: string
}

interface Here {
  party: RelyingParty
  /** The secret by which the browser is known. */
  browser: string
}

/** How a person makes a passkey: one that browsers can find by themselves, and that knows its owner by finger, face or PIN. */
export const Registration = {
  /**
   * What `navigator.credentials.create` takes (WebAuthn Level 3, 5.4), in JSON.
   *
   * @param account  what the authenticator calls the place
   */
  async options(
    person: Person,
    account: string,
    { party, browser }: Here
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const own = await Passkeys.list(person)
    const bound = { purpose: 'register', host: party.host, browser, userId: person.id } as const
    return generateRegistrationOptions({
      rpID: party.host,
      rpName: account,
      userID: Uint8Array.from(Buffer.from(person.id)),
      userName: person.email,
      userDisplayName: person.name,
      challenge: await Challenge.issue(bound),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: own
        .filter(({ host }) => host === party.host)
        .map(({ credential_id: id }) => ({ id })),
      supportedAlgorithmIDs: ALGORITHMS,
    })
  },

  /** @param sent  the authenticator's answer, in JSON. @throws PasskeyRefused */
  async check(person: Person, sent: unknown, { party, browser }: Here): Promise<MadePasskey> {
    const answer = AuthenticatorAnswer.read(sent)
    const bound = { purpose: 'register', host: party.host, browser, userId: person.id } as const
    if (!(await Challenge.spend(answer.challenge, bound))) throw new PasskeyRefused('late')
    const info = await verified(answer, party)
    if (!info) throw new PasskeyRefused('wrong')
    return {
      credential_id: info.credential.id,
      host: party.host,
      public_key: Buffer.from(info.credential.publicKey),
      counter: String(info.credential.counter),
      transports: known(info.credential.transports),
      is_synced: info.credentialDeviceType === 'multiDevice',
    }
  },
}

async function verified({ json, challenge }: AuthenticatorAnswer, party: RelyingParty) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: withoutAttestation(json as unknown as RegistrationResponseJSON),
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo
  } catch (cause) {
    throw new PasskeyRefused('wrong', { cause })
  }
}

/**
 * We ask for no statement about the maker of an authenticator, and look at none that comes: checking one would fetch lists of revoked certificates from
 * wherever its certificates say.
 */
function withoutAttestation(sent: RegistrationResponseJSON): RegistrationResponseJSON {
  const { response } = sent
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const bare = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', attestation.get('authData')],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(bare))
  return { ...sent, response: { ...response, attestationObject } }
}

/** What browsers say of the ways to an authenticator helps them later; anything else helps nobody. */
function known(transports: unknown): string[] {
  return Array.isArray(transports) ? TRANSPORTS.filter((one) => transports.includes(one)) : []
}
