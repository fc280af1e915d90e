import type { RowOf } from '#app/tenancy/row'

/** A row of `audit_entries`, as it lies in the database. Those of the other chains have the same columns. */
export type StoredEntry = RowOf<'audit_entries'>
