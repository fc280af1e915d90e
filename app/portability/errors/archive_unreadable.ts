import { Refusal } from '#app/foundation/refusal'

export default class ArchiveUnreadable extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'archive_unreadable'

  constructor(why: string) {
    super(`The archive cannot be imported: ${why}`)
  }
}
