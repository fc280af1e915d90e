import { IS_CURRENT } from '../schemas/ledger.js'

const LINES = (seats: string) => `
  seats as (${seats}), objects as (
    select oid as seat, 'schema' as object, nspowner as owner, coalesce(nspacl, acldefault('n', nspowner)) as acl from seats
    union all
    select relnamespace, 'relation ' || relname, relowner, coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner))
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select relnamespace, 'column ' || relname || '.' || attname, relowner, attacl
      from pg_attribute join pg_class c on c.oid = attrelid where attacl is not null
    union all
    select pronamespace, 'function ' || proname, proowner, coalesce(proacl, acldefault('f', proowner)) from pg_proc
  ), lines as (
    select s.nspname as schema, format('%s: %s to %s%s', object, lower(a.privilege_type),
             case when a.grantee = 0 then 'public' when r.rolname = s.base || '_live' then 'live' when r.rolname = s.base || '_test' then 'test' else r.rolname end,
             case when a.is_grantable then ' with grant option' end) collate "C" as line
      from objects o join seats s on s.oid = o.seat cross join aclexplode(o.acl) a left join pg_roles r on r.oid = a.grantee
     where a.grantee <> o.owner
    union all
    select s.nspname, format('%s: owned by %s', object, o.owner::regrole) from objects o join seats s on s.oid = o.seat
    union all
    select s.nspname, format('policy %s: %s', polname, replace(pg_get_expr(polqual, polrelid), s.base, 't')) collate "C"
      from pg_policy p join pg_class c on c.oid = p.polrelid join seats s on s.oid = c.relnamespace
     where c.relrowsecurity
  )`

const SEATS = `select oid, nspname, substring(nspname from '^t_[0-9a-z]{26}') as base, nspowner, nspacl from pg_namespace`
const DIGEST = `md5(string_agg(line, E'\\n' order by line))`

/**
 * Every right in one schema of a tenant (`$1`), a line each, written so that two tenants with the same rights have the same
 * lines: `relation documents: select to live`.
 */
export const RIGHTS = `with ${LINES(`${SEATS} where nspname = $1`)}
  select array_agg(line order by line) as lines, ${DIGEST} as digest from lines`

/** The rights of all schemas that wait for no file (`$1` of accounts, `$2` of environments), of each a digest. */
export const DIGESTS = `with current as (
    select schema_name, template, exists (select 1 from cell.ledger t where t.schema_name = l.schema_name || '_test') as has_sandbox
      from cell.ledger l where template in ('account', 'environment') and (${IS_CURRENT}) is not false
  ), ${LINES(`${SEATS} where nspname in (select schema_name from current)`)}
  select schema, case when template = 'environment' then right(schema, 4) when has_sandbox then 'account with sandbox' else 'account' end as kind, ${DIGEST} as digest
    from lines join current on schema_name = schema group by schema, template, has_sandbox`

/**
 * What roles of tenants have where no tenant should have anything of its own: attributes, memberships, objects outside its
 * schemas. `$1` is the group of all tenants, `$2` the login of their units, `$3` the migrator; `$4` are groups and logins of other
 * cells, which share the roles of a tenant that has moved where they share a cluster.
 */
export const STRAY_RIGHTS = `
  with tenants as (
    select r.oid, rolname as role, substring(rolname from '^t_[0-9a-z]{26}') as base,
           rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as is_strong
      from pg_roles r join pg_auth_members m on m.member = r.oid where rolname ~ '^t_[0-9a-z]{26}_(live|test)$' and m.roleid = $1::name::regrole
  )
  select role, 'is more than a name for rights' as line from tenants where is_strong
  union all
  select role, 'is a member of ' || m.roleid::regrole from pg_auth_members m join tenants t on t.oid = m.member where m.roleid <> $1::name::regrole
     and m.roleid::regrole::text <> all ($4::text[])
  union all
  select role, 'may be taken by ' || m.member::regrole from pg_auth_members m join tenants t on t.oid = m.roleid
   where m.member not in ($2::name::regrole, $3::name::regrole) and m.member::regrole::text <> all ($4::text[])
  union all
  select role, case d.deptype when 'o' then 'owns ' else 'has a right on ' end || pg_describe_object(d.classid, d.objid, d.objsubid)
    from pg_shdepend d join tenants t on t.oid = d.refobjid and d.refclassid = 'pg_authid'::regclass
    left join pg_class c on d.classid = 'pg_class'::regclass and c.oid = d.objid
    left join pg_proc p on d.classid = 'pg_proc'::regclass and p.oid = d.objid
    left join pg_namespace n on n.oid = coalesce(c.relnamespace, p.pronamespace, case when d.classid = 'pg_namespace'::regclass then d.objid end)
   where d.dbid in (0, (select oid from pg_database where datname = current_database())) and d.classid <> 'pg_auth_members'::regclass
     and (d.deptype = 'o' or n.nspname is null or n.nspname not in (base, role))`
