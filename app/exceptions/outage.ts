import { Outage } from '#app/foundation/outage'

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])

/** At the socket of a server on this machine: it has gone, or its queue is full. Elsewhere a file is missing. */
const SOCKET_CODES = new Set(['ENOENT', 'EAGAIN'])

/** SQLSTATE: a server that takes no writes, a transaction that waited too long (a process that was frozen, a clock that was set ahead), connection exceptions, too many connections, shut down, starting up, cancelled, out of disk; deadlock and serialisation. */
const DATABASE_STATE = /^(?:25006|25P03|08...|53[1234]00|57P0[123]|57014|40001|40P01|55P03)$/

/** Nobody may enter a tenant while it moves to another cell, and who believes it to be where it was may not either. */
const NOT_PERMITTED = '42501'
const SET_ROLE = /(?:^| - )permission denied to set role/

/** How the drivers say it where they give no code. knex puts the statement and a dash before their words. */
const DRIVER_WORDS =
  /(?:^| - )(?:Connection terminated|Connection ended|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/

/** Whether something that we stand on is away, so that the same request may succeed in a moment. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true
  if (error instanceof Outage) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    CONNECTION_CODES.has(code) ||
    (SOCKET_CODES.has(code) && 'syscall' in error && error.syscall === 'connect') ||
    DATABASE_STATE.test(code) ||
    (code === NOT_PERMITTED && SET_ROLE.test(error.message)) ||
    error.name === 'KnexTimeoutError' ||
    DRIVER_WORDS.test(error.message)
  )
}
