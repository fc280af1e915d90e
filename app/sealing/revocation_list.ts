import { webcrypto } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  Extension,
  X509Certificate,
  X509CrlGenerator,
  X509CrlReason,
} from '@peculiar/x509'
import { DAY_MS } from '#app/foundation/duration'
import { SIGNING_ALGORITHM, type Credential } from './credential.js'
import { draftKey, signedList } from './keys/signed_structure.js'
import type { Revocation, RevocationReason } from './revocation.js'

/** RFC 5280, 5.2.3 */
const CRL_NUMBER = '2.5.29.20'
const GOOD_FOR_MS = 7 * DAY_MS

const REASONS: Record<RevocationReason, X509CrlReason> = {
  key_compromise: X509CrlReason.keyCompromise,
  superseded: X509CrlReason.superseded,
  cessation: X509CrlReason.cessationOfOperation,
}

/**
 * What an authority has revoked, signed by it (RFC 5280, 5).
 *
 * @param at  also the number of the list: a later one is greater
 * @param until  when the next one is due at the latest; after seven days unless that is given
 * @returns DER
 * @throws E_KEY_STORE_AWAY
 */
export async function revocationList(
  authority: Credential,
  revocations: readonly Revocation[],
  at: Date,
  until = new Date(at.getTime() + GOOD_FOR_MS)
): Promise<Uint8Array> {
  const issuer = new X509Certificate(authority.certificate as Uint8Array<ArrayBuffer>)
  const draft = await X509CrlGenerator.create(
    {
      issuer: issuer.subjectName,
      thisUpdate: at,
      nextUpdate: until,
      signingAlgorithm: SIGNING_ALGORITHM,
      signingKey: await draftKey(),
      entries: revocations.map(({ serial, reason, revokedAt }) => ({
        serialNumber: serial,
        revocationDate: revokedAt,
        reason: REASONS[reason],
      })),
      extensions: [
        await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
        new Extension(CRL_NUMBER, false, derInteger(at.getTime())),
      ],
    },
    webcrypto as never
  )
  return new Uint8Array(await signedList(draft.rawData, authority.privateKey))
}

/** Of a positive number: a leading zero keeps one that starts with a set bit from reading as negative. */
function derInteger(value: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = bytes.subarray(bytes[start]! & 0x80 ? start - 1 : start)
  return Uint8Array.from([0x02, digits.length, ...digits])
}
