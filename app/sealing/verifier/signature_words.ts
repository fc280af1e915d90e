import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { SealReport, SignatureFacts } from './seal_report.js'

/** Signatures of others, in words: who, when, whether what they cover is unchanged, and how much that is. */
export function signatureLines({ signatures, bytes }: SealReport, phrases: Phrasebook): string[] {
  return signatures.map((signature) => {
    const { coveredBytes } = signature
    const state = phrases.t(stateOf(signature), { covered: coveredBytes, total: bytes })
    return `${nameOf(signature, phrases)} ${state}`
  })
}

/** Whether they were there when it was sealed. */
export function signaturesTitle({ signatures, seal }: SealReport, { t }: Phrasebook): string {
  const sealedBytes = seal?.coveredBytes ?? 0
  const isBefore = signatures.every(({ coveredBytes }) => coveredBytes < sealedBytes)
  return t(isBefore ? 'verify.signatures_before' : 'verify.signatures_other')
}

function nameOf({ by, claimedAt, isTimestamp, signer }: SignatureFacts, { t, moment }: Phrasebook) {
  if (signer && claimedAt !== null) {
    const { name, issuer } = signer
    const at = moment(new Date(claimedAt))
    return t('verify.signature_own', { name, certificate: by ?? name, issuer, moment: at })
  }
  const name = by ?? t('verify.signature_nameless')
  if (isTimestamp) return t('verify.signature_stamp', { name })
  if (claimedAt === null) return t('verify.signature_undated', { name })
  return t('verify.signature_by', { name, moment: moment(new Date(claimedAt)) })
}

function stateOf({ isUnchanged }: SignatureFacts) {
  if (isUnchanged === null) return 'verify.signature_unknown'
  return isUnchanged ? 'verify.signature_holds' : 'verify.signature_broken'
}
