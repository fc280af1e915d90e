import { Refusal } from '#app/foundation/refusal'

export default class ArchiveUnreadable extends Refusal {
  static status = 422
  static code = 'E_ARCHIVE_UNREADABLE'

  constructor(why: string) {
    super(`The archive cannot be taken in: ${why}`)
  }
}
