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

/** The statements that were sent meanwhile, by whatever round trips. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const original = pg.Connection.prototype.parse
  pg.Connection.prototype.parse = function (this: pg.Connection, ...asked) {
    statements.push(asked[0].text)
    return original.apply(this, asked)
  }
  try {
    await work()
  } finally {
    pg.Connection.prototype.parse = original
  }
  return statements
}
