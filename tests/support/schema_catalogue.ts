import type pg from 'pg'
import { RIGHTS } from '#app/tenancy/isolation_checks/grants_query'

export interface Column {
  type: string
  isNullable: boolean
  /** What an insert gets that leaves it out: a default, an identity or a generated value. */
  filling: string | null
}

/** What can refuse a row: a check, a reference, a unique index, a trigger, row security. */
export interface Rule {
  kind: 'check' | 'reference' | 'unique' | 'trigger' | 'row security'
  relation: string
  definition: string
  columns: string[]
}

/** What statements rely on, of one schema; what only this tenant and this cell are called is left out of all names. */
export interface SchemaCatalogue {
  /** By `table.column`. */
  columns: Map<string, Column>
  /** By `table rule`. */
  rules: Map<string, Rule>
  /** Functions by their signature and views, with what they do. */
  bodies: Map<string, string>
  /** Rights and policies, a line each. */
  rights: Set<string>
}

const COLUMNS = `
  select format('%s.%s', c.relname, attname) as name, format_type(atttypid, atttypmod) as type, not attnotnull as is_nullable,
         coalesce(pg_get_expr(adbin, adrelid), case when attidentity <> '' then 'identity' end) as filling
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
   where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped`

const NAMES = (numbers: string) =>
  `coalesce((select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum = any(${numbers})), '{}')`

const RULES = `
  select case contype when 'f' then 'reference' else 'check' end as kind, c.relname as relation, conname as name,
         pg_get_constraintdef(o.oid) as definition, ${NAMES('conkey')} as columns
    from pg_constraint o join pg_class c on c.oid = conrelid where relnamespace = $1::regnamespace and contype in ('c', 'f', 'x')
  union all
  select 'unique', c.relname, i.relname, regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', ''), ${NAMES('indkey')}
    from pg_index join pg_class i on i.oid = indexrelid join pg_class c on c.oid = indrelid
   where c.relnamespace = $1::regnamespace and indisunique
  union all
  select 'trigger', c.relname, tgname, pg_get_triggerdef(t.oid), '{}'
    from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = $1::regnamespace and not tgisinternal
  union all
  select 'row security', relname, 'row security', '', '{}' from pg_class c where relnamespace = $1::regnamespace and relrowsecurity`

const BODIES = `
  select format('function %s(%s) returns %s', proname, pg_get_function_identity_arguments(oid), pg_get_function_result(oid)) as name, prosrc as body
    from pg_proc where pronamespace = $1::regnamespace
  union all
  select format('view %s', relname), pg_get_viewdef(oid) from pg_class where relnamespace = $1::regnamespace and relkind = 'v'`

/** In names of schemas, and at the end of names of triggers. */
const TENANT = /(?<![0-9a-z])t_[0-9a-z]{26}/g
/** The prefix of the roles of `CellOfItsOwn`. */
const OWN_ROLE = /\bown_[0-9a-f]{8}_/g

interface ColumnRow {
  name: string
  type: string
  is_nullable: boolean
  filling: string | null
}

export async function catalogueOf(client: pg.ClientBase, schema: string): Promise<SchemaCatalogue> {
  const ask = async <R extends object>(query: string): Promise<R[]> => {
    const { rows } = await client.query<R>(query, [schema])
    const text = JSON.stringify(rows).replace(TENANT, 't').replace(OWN_ROLE, '')
    return JSON.parse(text) as R[]
  }
  const columns = await ask<ColumnRow>(COLUMNS)
  const rules = await ask<Rule & { name: string }>(RULES)
  const bodies = await ask<{ name: string; body: string }>(BODIES)
  const [{ lines }] = await ask<{ lines: string[] | null }>(RIGHTS)
  return {
    columns: new Map(
      columns.map(({ name, type, is_nullable: isNullable, filling }) => [
        name,
        { type, isNullable, filling },
      ])
    ),
    rules: new Map(rules.map((rule) => [`${rule.relation} ${rule.name}`, rule])),
    bodies: new Map(bodies.map(({ name, body }) => [name, body])),
    rights: new Set(lines),
  }
}
