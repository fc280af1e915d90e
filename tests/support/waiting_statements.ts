import { Cell } from '#app/tenancy/cell'
import { asSuperuser } from './superuser.js'

const WAITING = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

/** Whether a statement of any tenant of the cell waits for a lock. */
export function someoneWaits(): Promise<boolean> {
  return asSuperuser(Cell.named('main').database, async (superuser) => {
    const { rowCount } = await superuser.query(WAITING)
    return rowCount! > 0
  })
}
