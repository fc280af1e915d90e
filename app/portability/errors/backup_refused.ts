import { Refusal } from '#app/foundation/refusal'

export default class BackupRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'backup_refused'

  constructor(why: string) {
    super(`No backup was made: ${why}`)
  }
}
