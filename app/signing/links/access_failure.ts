/** Why a signing link lets nobody in, by the code of the refusal, as the trail words it. */
export const ACCESS_FAILURES = {
  signing_link_expired: 'the link has expired',
  document_voided: 'the document was voided',
  signer_out_of_turn: 'it was not their turn',
} as const

export type AccessFailure = keyof typeof ACCESS_FAILURES

/** As words; what no release of ours has written stays as it is. */
export function wordsOfAccessFailure(reason: unknown): string {
  const code = String(reason ?? '')
  return isAccessFailure(code) ? ACCESS_FAILURES[code] : code
}

export function isAccessFailure(code: string): code is AccessFailure {
  return Object.hasOwn(ACCESS_FAILURES, code)
}
