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

/** SQLSTATE: connection exceptions, a login that is refused (its secret is being changed), too many connections, shut down, starting up. */
const DATABASE_AWAY = /^(?:08...|28000|28P01|53300|57P0[123])$/

/** SQLSTATE: a server that takes no writes, a transaction that waited too long (a process that was frozen, a clock that was set ahead), cancelled, out of disk or memory; deadlock and serialisation. */
const DATABASE_STATE = /^(?:25006|25P03|53[124]00|57014|40001|40P01|55P03)$/

/** Nobody may enter a tenant while it moves to another cell, and who believes it to be where it was may not either. */
const NOT_PERMITTED = '42501'
const SET_ROLE = /(?:^| - )permission denied to set role/

/** How the drivers say it where they give no code. knex puts the statement and a dash before their words. */
const DRIVER_WORDS =
  /(?:^| - )(?:Connection terminated|Connection ended|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/

/** Whether a server does not answer, or hung up. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isAway)) return true
  const code = codeOf(error)
  return (
    CONNECTION_CODES.has(code) ||
    (SOCKET_CODES.has(code) && 'syscall' in error && error.syscall === 'connect') ||
    DATABASE_AWAY.test(code) ||
    error.name === 'KnexTimeoutError' ||
    DRIVER_WORDS.test(error.message)
  )
}

/** Whether something that we stand on is away, so that the same request may succeed in a moment. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true
  const code = codeOf(error)
  return (
    isAway(error) ||
    error instanceof Outage ||
    DATABASE_STATE.test(code) ||
    (code === NOT_PERMITTED && SET_ROLE.test(error.message))
  )
}

/** SQLSTATE of PostgreSQL, or the code of a system call. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
