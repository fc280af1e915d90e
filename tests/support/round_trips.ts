import pg from 'pg'

const OPENING = /^BEGIN;SET LOCAL ROLE/

/** How often tenants' data were asked for while `work` ran: each batch opens with its own preamble. */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  let roundTrips = 0
  const original = pg.Connection.prototype.query
  pg.Connection.prototype.query = function (this: pg.Connection, text: string) {
    if (OPENING.test(text)) roundTrips += 1
    return original.call(this, text)
  }
  try {
    await work()
  } finally {
    pg.Connection.prototype.query = original
  }
  return roundTrips
}
