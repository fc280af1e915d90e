import pg from 'pg'
import { BoundTexts } from './bound_texts.js'

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

/** What opens and ends transactions, and is of no page. */
const CONTROL = /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)\b/i

/** The statements that were sent meanwhile, by whatever round trips: those with values, and those that are a text alone. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const texts = new BoundTexts()
  const { parse, bind, query } = pg.Connection.prototype
  pg.Connection.prototype.parse = function (this: pg.Connection, ...asked) {
    texts.parsed(this, asked[0])
    return parse.apply(this, asked)
  }
  pg.Connection.prototype.bind = function (this: pg.Connection, ...asked) {
    statements.push(texts.textOf(this, asked[0] ?? {}))
    return bind.apply(this, asked)
  }
  pg.Connection.prototype.query = function (this: pg.Connection, text: string) {
    if (!CONTROL.test(text)) statements.push(text)
    return query.call(this, text)
  }
  try {
    await work()
  } finally {
    Object.assign(pg.Connection.prototype, { parse, bind, query })
  }
  return statements
}
