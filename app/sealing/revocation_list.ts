import { AsnConvert } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Time } from '@peculiar/asn1-x509'
import { AuthorityKeyIdentifierExtension, X509Certificate, X509CrlReason } from '@peculiar/x509'
import { DAY_MS } from '#app/foundation/duration'
import type { Credential } from './credential.js'
import { DER } from './der.js'
import { signatureBy } from './keys/private_key.js'
import { OID } from './pades/object_identifiers.js'
import type { Revocation, RevocationReason } from './revocation.js'

const GOOD_FOR_MS = 7 * DAY_MS
/** RFC 5280, 5.1.2.1 */
const V2 = DER.integer(Buffer.of(1))
/** Object identifiers in DER: the number of the list (5.2.3), and why something is revoked (5.3.1). */
const CRL_NUMBER = Buffer.from('0603551d14', 'hex')
const REASON_CODE = Buffer.from('0603551d15', 'hex')

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
  const algorithm = der(new AlgorithmIdentifier({ algorithm: OID.ecdsaWithSha256 }))
  const keyId = await AuthorityKeyIdentifierExtension.create(issuer.publicKey)
  const number = DER.octets(DER.integer(bytesOf(at.getTime().toString(16))))
  const extensions = [new Uint8Array(keyId.rawData), DER.sequence(CRL_NUMBER, number)]
  const content = DER.sequence(
    ...[V2, algorithm, new Uint8Array(issuer.subjectName.toArrayBuffer()), time(at), time(until)],
    // none instead of an empty one (5.1.2.6)
    ...(revocations.length > 0 ? [DER.sequence(...revocations.map(entry))] : []),
    DER.tagged(0, DER.sequence(...extensions))
  )
  const signature = await signatureBy(authority.privateKey, content)
  return new Uint8Array(DER.sequence(content, algorithm, DER.bits(signature)))
}

function entry({ serial, reason, revokedAt }: Revocation): Buffer {
  const why = DER.sequence(REASON_CODE, DER.octets(DER.enumerated(REASONS[reason])))
  return DER.sequence(DER.integer(bytesOf(serial)), time(revokedAt), DER.sequence(why))
}

/** Until 2049 with a year of two digits (5.1.2.4). */
function time(moment: Date): Uint8Array {
  return der(new Time(moment))
}

function der(structure: object): Uint8Array {
  return new Uint8Array(AsnConvert.serialize(structure))
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}
