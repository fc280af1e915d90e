import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

/** Beside teams. */
export const EVERYBODY = 'everybody'

/** Somebody who saves views, and sees those that are shared with them. */
export interface ViewReader {
  id: string
  /** Ids of their teams. */
  teams: readonly string[]
}

/** What somebody asks of the list of documents, by a name. The query is as it stands in an address, and is read like one. */
export type SavedView = RowOf<'saved_views', 'id' | 'user_id' | 'name' | 'query' | 'shared_with'>

const COLUMNS = 'id, user_id, name, query, shared_with'

/** Own ones first. */
const ORDER = (reader: string) => `order by user_id <> ${reader}, lower(name), id`

function isReadable(reader: `$${number}`, teams: `$${number}`): string {
  return `(user_id = ${reader} or shared_with = '${EVERYBODY}' or shared_with = any (${teams}::text[]))`
}

/**
 * Those of the entered environment that somebody sees, as an expression of SQL.
 *
 * @param reader  the placeholder of their id
 * @param teams  and of the ids of their teams
 */
export function viewChoices(reader: `$${number}`, teams: `$${number}`): string {
  return `(select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'query', query) ${ORDER(reader)}), '[]')
    from saved_views where ${isReadable(reader, teams)})`
}

/** The same as rows, with the name of the one who saved each. */
export function viewsOf({ id, teams }: ViewReader): Query<SavedView & { owner: string | null }> {
  const text = `select ${COLUMNS}, (select name from users where users.id = user_id) as owner
    from saved_views where ${isReadable('$1', '$2')} ${ORDER('$1')}`
  return query(text, [id, teams])
}

/** One that somebody sees; no row otherwise. */
export function viewOf({ id, teams }: ViewReader, viewId: string): Query<SavedView> {
  const text = `select ${COLUMNS} from saved_views where id = $3 and ${isReadable('$1', '$2')}`
  return query(text, [id, teams, viewId])
}
