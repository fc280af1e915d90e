import type { Environment } from '#app/foundation/environment'

/** What the tenancy boundary needs to know of a tenant: its id, and the cell that holds it. */
export interface TenantRef {
  id: string
  cell: string
}

const TENANT_ID = /^ten_[0-9a-hjkmnp-tv-z]{26}$/

export interface SchemaNames {
  account: string
  live: string
  test: string
}

/** `ten_01j…` has the schemas `t_01j…`, `t_01j…_live` and `t_01j…_test`. */
export function schemaNames(tenantId: string): SchemaNames {
  if (!TENANT_ID.test(tenantId)) throw new RangeError('Not a tenant id')
  const account = `t_${tenantId.slice(4)}`
  return { account, live: `${account}_live`, test: `${account}_test` }
}

/** The role of an environment has the name of its schema. */
export function roleName(tenantId: string, environment: Environment): string {
  return schemaNames(tenantId)[environment]
}

/** The way back, for work that names only the role that asked for it. */
export function tenantOfRole(role: string): { tenantId: string; environment: Environment } {
  const match = /^t_([0-9a-hjkmnp-tv-z]{26})_(live|test)$/.exec(role)
  if (!match) throw new RangeError('Not the role of a tenant')
  return { tenantId: `ten_${match[1]}`, environment: match[2] as Environment }
}

/** The id of the tenant that has a schema of this name. */
export function tenantOfSchema(schema: string): string {
  const match = /^t_([0-9a-hjkmnp-tv-z]{26})(?:_live|_test)?$/.exec(schema)
  if (!match) throw new RangeError('Not the schema of a tenant')
  return `ten_${match[1]}`
}
