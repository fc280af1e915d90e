import { column } from '@adonisjs/lucid/orm'

/** A jsonb column. The driver would write an array as PostgreSQL's own; as text it stays JSON. */
export const jsonColumn = () =>
  column({ prepare: (value: unknown) => (value === null ? null : JSON.stringify(value)) })
