import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import User from '../users/user.js'
import PasskeyRefused from '../errors/passkey_refused.js'
import { type AuthenticatorAnswer } from './authenticator_answer.js'
import { Challenge, type Bound } from './challenge.js'
import { Passkeys, type PasskeyRow } from './passkeys.js'
import type { RelyingParty } from './relying_party.js'

const TIMEOUT_MS = 5 * 60_000
const BY_CREDENTIAL = 'select * from passkeys where credential_id = $1 and host = $2'
/** An authenticator that counts, counts up; one that does not says 0 each time. */
const USE = `update passkeys set counter = $2, last_used_at = $3
   where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`

/** Loaded with the first passkey: most pages only say that there may be one. */
const webAuthn = () => import('@simplewebauthn/server')

type ClientInfo = Pick<Actor, 'ipAddress' | 'userAgent'>

interface Here extends Pick<Bound, 'purpose' | 'browser'> {
  party: RelyingParty
  /** Who it has to be; null where the passkey says who it is. */
  user: User | null
}

/**
 * How a passkey proves who somebody is. It takes the device and a finger, a face or a PIN, so it counts as both factors, in every place.
 * Always in the live scope.
 */
export const PasskeyProof = {
  /** What `navigator.credentials.get` takes (WebAuthn Level 3, 5.5), in JSON. Where nobody is known it names no passkeys, so it tells nothing. */
  async options({ party, user, ...rest }: Here): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const own = user ? await Passkeys.list(user) : []
    const bound = { ...rest, host: party.host, userId: user?.id ?? null }
    const { generateAuthenticationOptions } = await webAuthn()
    return generateAuthenticationOptions({
      rpID: party.host,
      challenge: await Challenge.issue(bound),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: own
        .filter(({ host }) => host === party.host)
        .map(({ credential_id: id, transports }) => ({ id, transports: transports as [] })),
    })
  },

  /** Whose passkey an answer names, before anything of it is checked; for counting attempts and failures. */
  async ownerOf(answer: AuthenticatorAnswer, host: string): Promise<User | null> {
    const row = await rowOf(answer, host)
    return row ? User.find(row.user_id) : null
  },

  /** @returns whose passkey it is, proved. @throws PasskeyRefused */
  async accept(answer: AuthenticatorAnswer, here: Here, client: ClientInfo): Promise<User> {
    const { party, user: expected, purpose, browser } = here
    const bound = { purpose, browser, host: party.host, userId: expected?.id ?? null }
    if (!(await Challenge.spend(answer.challenge, bound))) throw new PasskeyRefused('late')
    const row = await rowOf(answer, party.host)
    const user = row ? await User.find(row.user_id) : null
    if (!row || !user || user.isDisabled || user.passwordHash === null)
      throw new PasskeyRefused('wrong')
    if (expected && expected.id !== user.id) throw new PasskeyRefused('wrong')
    if (answer.userHandle !== null && answer.userHandle !== user.id)
      throw new PasskeyRefused('wrong')
    const counted = await signedCount(answer, row, party)
    await use(row, counted, user, client)
    return user
  },
}

async function rowOf(
  { credentialId }: AuthenticatorAnswer,
  host: string
): Promise<PasskeyRow | undefined> {
  const [[row]] = await CurrentTenant.batch([
    query<PasskeyRow>(BY_CREDENTIAL, [credentialId, host]),
  ])
  return row
}

/** What the authenticator has counted, under its signature; whether that goes up is decided where it is written. */
async function signedCount(
  { json, challenge }: AuthenticatorAnswer,
  { credential_id: id, public_key: publicKey }: PasskeyRow,
  party: RelyingParty
): Promise<number> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const checked = await verifyAuthenticationResponse({
    response: json as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.host,
    requireUserVerification: true,
    credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
  }).catch((cause) => {
    throw new PasskeyRefused('wrong', { cause })
  })
  if (!checked.verified) throw new PasskeyRefused('wrong')
  return checked.authenticationInfo.newCounter
}

/** Of two copies of one passkey, the one that counts less is noticed. @throws PasskeyRefused */
async function use(
  { id }: PasskeyRow,
  counted: number,
  user: User,
  client: ClientInfo
): Promise<void> {
  const values = [id, counted, clock.now()]
  const [used] = await CurrentTenant.batch([{ text: USE, values }])
  if (used.length === 1) return
  const actor: Actor = { type: 'user', id: user.id, name: user.name, ...client }
  await unit(async () => {
    const details = { userId: user.id, passkeyId: id }
    await SecurityTrail.append({ action: 'passkey.counter_went_back', actor, details })
    const what = 'passkey.counter_went_back'
    await Notice.leave('account.changed', { what }, { to: user.id })
  })
  throw new PasskeyRefused('copied')
}
