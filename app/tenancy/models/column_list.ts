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

function made(model: LucidModel, table: string): string {
  model.boot()
  const names = [...model.$columnsDefinitions.values()].map(({ columnName }) => columnName)
  return names.map((name) => (table ? `${table}.${name}` : name)).join(', ')
}
