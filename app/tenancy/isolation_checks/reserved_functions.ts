/** Functions of PostgreSQL's own that the statement of a tenant may not call. */
export interface Reservation {
  check: string
  /** A regular expression of PostgreSQL, matched against the whole name. */
  names: string
  reason: string
  /** Who may call them beside the migrator. */
  also?: string
}

export const RESERVED_FUNCTIONS: readonly Reservation[] = [
  {
    check: 'set_config',
    names: 'set_config',
    reason: 'set_config() can switch the role from within a statement',
  },
  {
    check: 'locks',
    names: 'pg_(try_)?advisory_(xact_)?lock(_shared)?',
    reason: 'advisory locks are shared by all tenants, and those of the session outlive the unit',
  },
  {
    check: 'large_objects',
    names: 'lo_(creat|create|from_bytea)',
    reason: 'large objects lie in no schema and outlive the tenant',
  },
  {
    check: 'notify',
    names: 'pg_notify',
    reason: 'a notification reaches every session of the database',
  },
  {
    check: 'statements',
    names: 'pg_prepared_statement',
    reason: 'a connection keeps statements that other tenants have asked over it',
  },
  {
    check: 'counts',
    names: 'pg_stat_get_.*|pg_lock_status|pg_(relation|table|indexes|total_relation)_size',
    reason: 'statistics tell how many rows other tenants have and when they work',
    also: 'pg_read_all_stats',
  },
]

/** Columns of pg_class that estimate the rows of every table in the database. */
export const ESTIMATES: readonly string[] = [
  'relpages',
  'reltuples',
  'relallvisible',
  'relallfrozen',
]
