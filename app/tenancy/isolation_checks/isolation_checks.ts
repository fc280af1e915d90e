import { RESERVED_FUNCTIONS, type Reservation } from './reserved_functions.js'

/** One condition that PostgreSQL must meet for tenants to be apart. */
export interface IsolationCheck {
  name: string
  /** Returns a row when the check fails. `$1` is the login of tenants' units, `$2` the group of all tenants. */
  sql: string
  reason: string
}

/** Objects that did not come with PostgreSQL. */
const FIRST_OWN_OID = 16_384

const TENANT_ROLE = '^t_[0-9a-z]{26}_(live|test)$'

/** What tenants may do in schemas that they share; everything else there is refused. */
const MAY_INSERT = `('outbox', 'kind'), ('outbox', 'lane'), ('outbox', 'ref'), ('outbox', 'due_at'),
  ('chain_log', 'chain'), ('chain_log', 'sequence'), ('chain_log', 'hash')`
const MAY_CALL = `'finish', 'finish_all', 'put_off', 'hold', 'hold_all', 'hasten', 'withdraw', 'link_proof'`
const SHARED = `(select oid from pg_namespace where nspname in ('cell', 'platform'))`

/** `0` is PUBLIC, whose rights are everybody's. */
const TENANTS = `(select 0::oid union all select oid from pg_roles where rolname in ($1::name, $2::name))`

export const ISOLATION_CHECKS: readonly IsolationCheck[] = [
  ...RESERVED_FUNCTIONS.map(reserved),
  {
    name: 'estimates',
    sql: `select 1 from pg_roles where rolname in ($1::name, $2::name) and has_column_privilege(oid, 'pg_catalog.pg_class', 'reltuples', 'select') limit 1`,
    reason: 'the catalogue tells how many rows other tenants have',
  },
  {
    name: 'temporary',
    sql: `select 1 from pg_roles where rolname in ($1::name, $2::name) and has_database_privilege(oid, current_database(), 'temporary, create') limit 1`,
    reason:
      'temporary tables outlive the unit on a shared connection, and schemas do so in the database',
  },
  {
    name: 'language',
    sql: `select 1 from pg_language l, pg_roles r where r.rolname in ($1::name, $2::name) and l.laninline <> 0 and has_language_privilege(r.oid, l.oid, 'usage') limit 1`,
    reason: 'a DO block can run many statements in one',
  },
  {
    name: 'login',
    sql: `select 1 from pg_roles r where $2::name is not null and r.rolname = $1::name
            and (rolsuper or rolinherit or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
                 or exists (select 1 from pg_auth_members m where m.member = r.oid and (m.admin_option or pg_has_role(r.oid, m.roleid, 'usage'))))`,
    reason: 'the login of tenants’ units has rights of its own',
  },
  {
    name: 'membership',
    sql: `select 1 from pg_auth_members m join pg_roles app on app.oid = m.member join pg_roles other on other.oid = m.roleid
           where app.rolname = $1::name and (other.rolname !~ '${TENANT_ROLE}' or other.rolcanlogin)
          union all
          select 1 from pg_auth_members m join pg_roles tenants on tenants.oid = m.member where tenants.rolname = $2::name limit 1`,
    reason:
      'the login of tenants’ units may become somebody who is no tenant, or all tenants belong to another group',
  },
  {
    name: 'search_path',
    sql: `select 1 where $2::name is not null and not exists (
            select 1 from pg_db_role_setting s join pg_roles r on r.oid = s.setrole where r.rolname = $1::name and 'search_path=""' = any (s.setconfig))`,
    reason: 'a statement outside of a unit would find tables by name',
  },
  {
    name: 'ownership',
    sql: `select 1 from pg_shdepend d join pg_roles r on r.oid = d.refobjid
           where d.refclassid = 'pg_authid'::regclass and d.deptype = 'o' and r.rolname in ($1::name, $2::name) limit 1`,
    reason: 'an owner can change the rules of what it owns',
  },
  {
    name: 'outbox',
    sql: `select 1 from pg_class c, aclexplode(c.relacl) a where c.relnamespace in ${SHARED} and a.grantee in ${TENANTS}
          union all
          select 1 from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a
           where c.relnamespace in ${SHARED} and a.grantee in ${TENANTS}
             and (a.privilege_type <> 'INSERT' or c.relnamespace <> 'cell'::regnamespace or (c.relname, t.attname) not in (${MAY_INSERT})) limit 1`,
    reason: 'a tenant could read the work of others or ask for work in their name',
  },
  {
    name: 'functions',
    sql: `select 1 from pg_proc p join pg_namespace n on n.oid = p.pronamespace, pg_roles r
           where p.oid >= ${FIRST_OWN_OID} and r.rolname in ($1::name, $2::name) and n.nspname !~ '^t_'
             and has_function_privilege(r.oid, p.oid, 'execute') and has_schema_privilege(r.oid, n.oid, 'usage')
             and (n.nspname <> 'cell' or p.proname not in (${MAY_CALL})) limit 1`,
    reason: 'a function that is not PostgreSQL’s own may act with the rights of its owner',
  },
  {
    name: 'relay',
    sql: `select 1 from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = replace($1::name::text, '_app', '_relay') and $2::name is not null limit 1`,
    reason: 'the relay’s login may become a tenant',
  },
  {
    name: 'create',
    sql: `select 1 from pg_namespace n where n.nspname !~ '^pg_' and (has_schema_privilege($1::name, n.oid, 'create') or has_schema_privilege($2::name, n.oid, 'create')) limit 1`,
    reason: 'functions and tables of its own could stay behind for others to trip over',
  },
]

function reserved({ check, names, reason }: Reservation): IsolationCheck {
  const sql = `select 1 from pg_proc p, pg_roles r where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^(${names})$'
     and r.rolname in ($1::name, $2::name) and has_function_privilege(r.oid, p.oid, 'execute') limit 1`
  return { name: check, sql, reason }
}
