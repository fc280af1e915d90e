import type { LucidModel } from '@adonisjs/lucid/types/model'

const lists = new WeakMap<LucidModel, Map<string, string>>()

/**
 * All columns of a model, for a statement that is to be planned once: PostgreSQL would refuse the plan of one with `*` as soon as its table
 * has another column.
 *
 * @param table  where the statement has others, too
 */
export function columnList(model: LucidModel, table = ''): string {
  const known = lists.get(model) ?? new Map<string, string>()
  lists.set(model, known)
  const list = known.get(table) ?? made(model, table)
  known.set(table, list)
  return list
}

/** Some columns, for a statement that reads many rows. */
export function columnsOf<T extends LucidModel>(
  model: T,
  names: readonly (keyof InstanceType<T> & string)[],
  table = ''
): string {
  model.boot()
  return names.map((name) => columnIn(table, model.$columnsDefinitions.get(name)!)).join(', ')
}

function made(model: LucidModel, table: string): string {
  model.boot()
  return [...model.$columnsDefinitions.values()].map((column) => columnIn(table, column)).join(', ')
}

function columnIn(table: string, { columnName }: { columnName: string }): string {
  return table ? `${table}.${columnName}` : columnName
}
