import { Refusal } from '#app/foundation/refusal'

/** Numbered SQL that schemas have been through is not what it was then. */
export default class MigrationRewritten extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'migration_rewritten'

  /** @param faults  `database/cell/0005_clock.sql has changed since cell went through it` */
  constructor(faults: readonly string[]) {
    super(
      `${faults.join('; ')}. Nothing was migrated: restore what was there and put the change into a new file`
    )
  }
}
