import { schemaNames } from '#app/tenancy/tenant_ref'

/** What a cell keeps of a tenant outside of the tenant's schemas. The scope travels as the name of the environment. */
export interface CellRows {
  readonly name: string
  /** Takes the tenant's live and test role as $1 and $2. */
  readonly read: string
  /** Takes rows as $1, the roles as $2 and $3. */
  readonly write: string
}

const ENVIRONMENT = `case scope when $2::name then 'test' else 'live' end as environment`
const OF_THE_TENANT = `scope in ($1, $2)`
const SCOPE = `case environment when 'test' then $3::name else $2::name end`

/** How long work waits before anybody may take it: until its tenant is known to be here, which also ends the wait. */
const HELD = `interval '1 hour'`

export const CELL_ROWS: readonly CellRows[] = [
  {
    name: 'checkpoints',
    read: `
      select 'live' as environment, root, checkpoint from cell.foreign_checkpoints where ${OF_THE_TENANT}
      union all
      select 'live', root, to_jsonb(c) from cell.checkpoints c
       where exists (select from cell.chain_log where ${OF_THE_TENANT} and position between c.first_position and c.last_position)`,
    write: `
      insert into cell.foreign_checkpoints (scope, root, checkpoint)
      select ${SCOPE}, root, checkpoint
        from json_to_recordset($1::json) as row (environment text, root text, checkpoint jsonb)
      on conflict do nothing`,
  },
  {
    // position and time are new: they tell when this cell got the link
    name: 'chain_log',
    read: `select ${ENVIRONMENT}, position, chain, sequence, hash, logged_at from cell.chain_log where ${OF_THE_TENANT} order by position`,
    write: `
      insert into cell.chain_log (scope, chain, sequence, hash)
      select ${SCOPE}, chain, sequence, hash
        from json_to_recordset($1::json) as row (environment text, chain text, sequence int, hash text)`,
  },
  {
    name: 'outbox',
    read: `select ${ENVIRONMENT}, id, kind, lane, ref, due_at, tries, created_at from cell.outbox where ${OF_THE_TENANT} order by id`,
    write: `
      insert into cell.outbox (id, scope, kind, lane, ref, due_at, tries, created_at, lease_until)
      select id, ${SCOPE}, kind, lane, ref, due_at, tries, created_at, now() + ${HELD}
        from json_to_recordset($1::json)
             as row (environment text, id text, kind text, lane text, ref text, due_at timestamptz, tries int, created_at timestamptz)`,
  },
]

/** The two roles whose rows these are. */
export function scopesOf(tenantId: string): [live: string, test: string] {
  const { live, test } = schemaNames(tenantId)
  return [live, test]
}
