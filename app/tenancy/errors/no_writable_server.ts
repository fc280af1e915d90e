import { Outage } from '#app/foundation/outage'

/** None of the servers of an address takes writes: the primary is away, and no standby was promoted yet. */
export default class NoWritableServer extends Outage {
  static code = 'E_NO_WRITABLE_SERVER'

  /** @param reasons  of each server, such as `db2:5432: it is read-only` */
  constructor(reasons: readonly string[]) {
    super(`No server of this database takes writes (${reasons.join('; ')})`)
  }
}
