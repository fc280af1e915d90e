import { Refusal } from '#app/foundation/refusal'

/** Somebody else has changed the draft since it was read. */
export default class DraftChanged extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'draft_changed'
  static readonly message = 'This draft has been changed since it was read'
}
