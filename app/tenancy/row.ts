import type { AccountTables, CellTables, EnvironmentTables, PlatformTables } from './tables.js'

type TenantTables = AccountTables & EnvironmentTables

/** A row of a tenant's table as the driver reads it, or those of its columns that are named. */
export type RowOf<
  Table extends keyof TenantTables,
  Column extends keyof TenantTables[Table] = keyof TenantTables[Table],
> = Pick<TenantTables[Table], Column>

/** The same of the platform's tables. */
export type PlatformRow<
  Table extends keyof PlatformTables,
  Column extends keyof PlatformTables[Table] = keyof PlatformTables[Table],
> = Pick<PlatformTables[Table], Column>

/** The same of a cell's tables. */
export type CellRow<
  Table extends keyof CellTables,
  Column extends keyof CellTables[Table] = keyof CellTables[Table],
> = Pick<CellTables[Table], Column>

/** Columns of a table that an outer join may not find. */
export type OrNull<Columns> = { [Column in keyof Columns]: Columns[Column] | null }
