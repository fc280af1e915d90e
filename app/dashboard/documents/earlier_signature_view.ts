import type Document from '#app/documents/document'

interface EarlierLine {
  text: string
  /** As the signature says. */
  at: Date | null
}

/** Signatures that the file bore when it was uploaded, for the people who send it. */
export function earlierSignatureView({ earlierSignatures, status }: Document): {
  lines: EarlierLine[]
  notice: string | null
} {
  const lines = earlierSignatures.map(({ by, claimedAt, isTimestamp, isUnchanged }) => ({
    text: `${by ?? 'Nobody named'}${isTimestamp ? ' (time stamp)' : ''}${isUnchanged === false ? ', but what it covers was changed' : ''}`,
    at: claimedAt === null ? null : new Date(claimedAt),
  }))
  if (lines.length === 0) return { lines, notice: null }
  const count = lines.length === 1 ? 'a signature' : `${lines.length} signatures`
  const advice =
    status === 'draft' ? ' Each signer needs a signature field, for no page can be added.' : ''
  return {
    lines,
    notice: `This PDF bears ${count} already, and is kept as it is: what signers enter is added to it, and the certificate is a file of its own.${advice}`,
  }
}
