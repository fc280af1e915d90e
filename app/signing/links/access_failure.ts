import type { PhraseKey } from '#app/foundation/phrases/phrasebook'

/** Why a signing link lets nobody in, by the code of the refusal, as the trail words it. */
export const ACCESS_FAILURES = {
  signing_link_expired: 'trail.link_expired',
  document_voided: 'trail.was_voided',
  signer_out_of_turn: 'trail.not_their_turn',
} as const satisfies Record<string, PhraseKey>

export type AccessFailure = keyof typeof ACCESS_FAILURES

export function isAccessFailure(code: string): code is AccessFailure {
  return Object.hasOwn(ACCESS_FAILURES, code)
}
