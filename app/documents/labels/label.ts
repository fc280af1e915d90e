import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

/** What somebody chooses from: none of them means anything by itself, as the colours of a status do. */
export const LABEL_COLORS = [
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
] as const satisfies readonly RowOf<'labels'>['color'][]

export type LabelColor = (typeof LABEL_COLORS)[number]

/** A word that documents of an environment are sorted by. */
export type Label = RowOf<'labels', 'id' | 'name' | 'color'>

/** With the number of documents that have it. */
export type CountedLabel = RowOf<'labels', 'id' | 'name' | 'color' | 'created_at'> & {
  documents: number
}

const BY_NAME = 'order by lower(name), id'

/** The labels of a row of `documents`, by name, as an expression of SQL. @param documents  what the statement calls the table */
export function labelsOf(documents: string): string {
  return `(select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'color', color) ${BY_NAME}), '[]')
    from document_labels join labels on id = label_id where document_id = ${documents}.id)`
}

/** All of the entered environment, by name, as an expression of SQL. */
export const LABEL_CHOICES = `(select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'color', color) ${BY_NAME}), '[]') from labels)`

/** Those that there still are of some, by name, as an expression of SQL. @param ids  an array */
export function labelsAmong(ids: string): string {
  return `(select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'color', color) ${BY_NAME}), '[]') from labels where id = any (${ids}))`
}

const COUNTED = `
  select id, name, color, created_at, (select count(*)::int from document_labels where label_id = id) as documents
    from labels`

/** Those of the entered environment, by name, with the number of documents that have each. */
export const ALL_LABELS = query<CountedLabel>(`${COUNTED} ${BY_NAME}`)

/** Some of them. @param after  the last before these, as it was called then */
export function someLabels(
  limit: number,
  after: Pick<Label, 'id' | 'name'> | null
): Query<CountedLabel> {
  return query(
    `${COUNTED} where $2::text is null or (lower(name), id) > (lower($2), $3) ${BY_NAME} limit $1`,
    [limit, after?.name ?? null, after?.id ?? null]
  )
}

export function oneLabel(id: string): Query<CountedLabel> {
  return query(`${COUNTED} where id = $1`, [id])
}

/** By their names, upper and lower case alike; what has no label is left out. In a unit they stay until it ends. */
export async function labelsNamed(names: readonly string[]): Promise<Label[]> {
  const text = `select id, name, color from labels where lower(name) = any (select lower(unnest($1::text[])))
    ${BY_NAME} for key share`
  const [rows] = await CurrentTenant.batch([query<Label>(text, [names])])
  return rows
}
