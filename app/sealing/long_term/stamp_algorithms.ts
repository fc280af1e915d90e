import { AsnConvert } from '@peculiar/asn1-schema'
import { TSTInfo } from '@peculiar/asn1-tsp'
import { OID } from '../pades/object_identifiers.js'
import { onlySigner, parseSignedData, SignedDataProof } from '../pades/signed_data_proof.js'
import { hashName } from '../pades/signing_certificate.js'
import type { DocumentStamp } from './archive.js'

/** As node:crypto calls them, and people. */
const CURVES: Record<string, string> = {
  prime256v1: 'p-256',
  secp384r1: 'p-384',
  secp521r1: 'p-521',
}

/** What a time stamp depends on: digests, and the key of its authority; such as `p-256` and `sha256`, sorted. */
export function stampAlgorithms({ token }: Pick<DocumentStamp, 'token'>): string[] {
  const { content, signer } = SignedDataProof.of(token, OID.tstInfo)
  const { messageImprint } = AsnConvert.parse(content, TSTInfo)
  const { digestAlgorithm } = onlySigner(parseSignedData(token))
  const digests = [messageImprint.hashAlgorithm, digestAlgorithm].map(({ algorithm }) =>
    hashName(algorithm)
  )
  const { asymmetricKeyType, asymmetricKeyDetails } = signer.publicKey
  const { modulusLength, namedCurve } = asymmetricKeyDetails ?? {}
  const key = namedCurve
    ? (CURVES[namedCurve] ?? namedCurve)
    : [asymmetricKeyType, modulusLength].filter(Boolean).join('-')
  return [...new Set([...digests.filter((digest) => digest !== null), key])].sort()
}
