import { counted } from '#app/foundation/counted'
import { type Cell } from '#app/tenancy/cell'
import type { Login } from '#app/tenancy/connections/login'
import { GrantsCheck } from '#app/tenancy/isolation_checks/grants_check'
import { IsolationGuard } from '#app/tenancy/isolation_checks/isolation_guard'
import { isSupported, NEEDED } from '#app/tenancy/server_version'
import { Installation } from '../figures/installation.js'
import { ownSchema } from '../own_schema.js'
import { within } from '../within.js'
import { failed, ok, reasonOf, warning, type Finding } from './finding.js'

const LOGINS: readonly Login[] = ['platform', 'app', 'relay', 'migrator']
const ANSWER_WITHIN_MS = 10_000
/** Grants of thousands of tenants are compared one by one. */
const COMPARED_WITHIN_MS = 300_000
const READ_WITHIN_MS = 5_000
/** Tokens, leases and deadlines are compared with the database's clock. */
const CLOCK_WARNING_S = 2
const CLOCK_FAILED_S = 30

const FACTS = `select current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
  current_setting('default_transaction_read_only') = 'on' as "isReadOnly", extract(epoch from clock_timestamp())::float8 as seconds`

/** Only the migrator may ask for statistics of the server. */
const ARCHIVE = `select last_failed_wal as failed, last_failed_time > coalesce(last_archived_time, '-infinity') as fails
  from pg_stat_archiver where current_setting('archive_mode') <> 'off'`

interface Facts {
  version: string
  isStandby: boolean
  isReadOnly: boolean
  seconds: number
}

interface Archive {
  failed: string | null
  /** Null where nothing ever failed. */
  fails: boolean | null
}

const nameOf = (cell: Cell) => `database ${cell.name}`

/** One of a cell, by every login that commands and the worker are. */
export async function checkDatabase(cell: Cell): Promise<Finding[]> {
  const about = nameOf(cell)
  for (const login of LOGINS) {
    try {
      await within(
        ANSWER_WITHIN_MS,
        cell.as(login, (client) => client.query('select 1'))
      )
    } catch (error) {
      return [
        failed(
          about,
          `the login ${cell.roles[login]} cannot connect: ${reasonOf(error)}`,
          'Check that PostgreSQL runs, DATABASE_URL (or CELLS) and the four secrets; cell:prepare sets the passwords of the logins anew.'
        ),
      ]
    }
  }
  const askedAt = Date.now()
  const facts = await factsOf(cell)
  const clockMs = facts.seconds * 1_000 - (askedAt + Date.now()) / 2
  return [
    serverFinding(about, facts),
    clockFinding(cell, clockMs / 1_000),
    ...(await archiveFindings(cell)),
  ]
}

async function factsOf(cell: Cell): Promise<Facts> {
  const { rows } = await cell.as('platform', (client) => client.query<Facts>(FACTS))
  return rows[0]
}

export function serverFinding(about: string, { version, isStandby, isReadOnly }: Facts): Finding {
  if (!isSupported(version))
    return failed(about, `PostgreSQL ${version}`, `${NEEDED}: upgrade it (pg_upgradecluster).`)
  if (isStandby || isReadOnly)
    return failed(
      about,
      `PostgreSQL ${version} takes no writes`,
      'Point DATABASE_URL (or CELLS) at the primary, and set default_transaction_read_only to off.'
    )
  return ok(about, `PostgreSQL ${version}, reached by the logins ${LOGINS.join(', ')}`)
}

/** What is not archived is kept, until the disk of PostgreSQL is full. */
async function archiveFindings(cell: Cell): Promise<Finding[]> {
  const about = `WAL archive ${cell.name}`
  const { rows } = await cell.as('migrator', (client) => client.query<Archive>(ARCHIVE))
  return rows.map(({ failed: segment, fails }) => {
    if (!fails) return ok(about, 'what PostgreSQL archived last succeeded')
    const says = `PostgreSQL cannot archive ${segment}, and keeps all WAL since`
    const remedy =
      'See the log of PostgreSQL for what archive_command said. A file of that name in the archive that is not whole may be removed (docs/deploy/backup.md).'
    return failed(about, says, remedy)
  })
}

function clockFinding(cell: Cell, offset: number): Finding {
  const about = `clock ${cell.name}`
  const says = `the database is ${Math.abs(offset).toFixed(1)} s ${offset < 0 ? 'behind' : 'ahead of'} this machine`
  const remedy = 'Have both machines set their clocks by NTP (chrony, systemd-timesyncd).'
  if (Math.abs(offset) > CLOCK_FAILED_S) return failed(about, says, remedy)
  if (Math.abs(offset) > CLOCK_WARNING_S) return warning(about, says, remedy)
  return ok(about, says)
}

/** What keeps tenants apart in PostgreSQL, and the rights in every tenant's schemas. @param accepted  checks that the operator has accepted */
export async function checkIsolation(cell: Cell, accepted: readonly string[]): Promise<Finding[]> {
  const about = `isolation ${cell.name}`
  const breaches = await within(COMPARED_WITHIN_MS, new IsolationGuard(cell).breaches())
  const [waived, open] = [
    breaches.filter(({ check }) => accepted.includes(check)),
    breaches.filter(({ check }) => !accepted.includes(check)),
  ]
  const rights = await within(COMPARED_WITHIN_MS, new GrantsCheck(cell).breaches())
  const found = [
    ...open.map(({ check, reason }) =>
      failed(
        about,
        `${check}: ${reason}`,
        `Run npm run ace -- cell:prepare --cell=${cell.name} as an administrator.`
      )
    ),
    ...waived.map(({ check, reason }) =>
      warning(
        about,
        `${check}: ${reason}`,
        'It is accepted in WALL_EXCEPTIONS; use a PostgreSQL that passes it.'
      )
    ),
    ...rights
      .slice(0, 5)
      .map(({ where, kind, right }) =>
        failed(
          about,
          `${where}: ${kind} ${right} (${rights.length} in all)`,
          'Find out who granted or revoked it, and put it back.'
        )
      ),
  ]
  return found.length > 0
    ? found
    : [ok(about, 'every check passes, and every tenant has exactly its rights')]
}

/** Of the platform and all cells. */
export async function checkSchema(): Promise<Finding[]> {
  const { missing, unread } = await ownSchema(READ_WITHIN_MS)
  const says = `${counted(missing.length, 'file has', 'files have')} not been run, such as ${missing[0]}`
  const found = [
    ...(missing.length > 0 ? [failed('schema', says, 'Run npm run ace -- migrate.')] : []),
    ...unread.map((name) =>
      warning('schema', `that of the cell ${name} could not be read`, 'Ask again once it answers.')
    ),
  ]
  return found.length > 0
    ? found
    : [ok('schema', 'the platform and its cells are those of this release')]
}

export async function checkTenants(): Promise<Finding[]> {
  const versions = await Installation.tenants()
  const behind = versions.filter(({ isLatest }) => !isLatest)
  const sum = (of: typeof versions) => of.reduce((all, { count }) => all + count, 0)
  if (behind.length === 0)
    return [ok('tenants', `${sum(versions)}, all at the version of this release`)]
  const at = behind.map(({ cell, version, count }) => `${count} in ${cell} at ${version}`)
  const says = `${sum(behind)} of ${sum(versions)} lag: ${at.join(', ')}`
  return [
    failed(
      'tenants',
      says,
      'Run npm run ace -- tenant:migrate, which names those that cannot be migrated, and why.'
    ),
  ]
}
