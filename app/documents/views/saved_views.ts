import { newId } from '#app/foundation/identifier'
import { isUniqueViolation } from '#app/foundation/unique_violation'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query, type Query } from '#app/tenancy/statement'
import ViewLimitExceeded from '../errors/view_limit_exceeded.js'
import ViewNameTaken from '../errors/view_name_taken.js'
import ViewNotFound from '../errors/view_not_found.js'
import type { SavedView, ViewReader } from './saved_view.js'

export const MAX_VIEW_NAME = 60

/** Of one person: they are tabs above a list. */
export const MAX_VIEWS = 30

type ViewWords = Pick<SavedView, 'name' | 'shared_with'>

const CREATE = `
  insert into saved_views (id, user_id, name, query, shared_with, created_at)
  select $1, $2, $3, $4, $5, $6 where (select count(*) from saved_views where user_id = $2) < ${MAX_VIEWS} returning id`

/** Changes of views in the entered environment. Who may change which is asked before. */
export const SavedViews = {
  /** @param asked  a part of an address, without its question mark @throws ViewNameTaken, ViewLimitExceeded */
  async create(
    { id: userId }: Pick<ViewReader, 'id'>,
    { name, shared_with: sharedWith }: ViewWords,
    asked: string
  ): Promise<string> {
    const id = newId('viw', CurrentTenant.get().environment)
    const values = [id, userId, name, asked, sharedWith, tenantClock.now()]
    const [made] = await ofFreeName(() => CurrentTenant.batch([{ text: CREATE, values }]))
    if (made.length === 0) throw new ViewLimitExceeded(MAX_VIEWS)
    return id
  },

  /** @throws ViewNotFound, ViewNameTaken */
  async change(id: string, { name, shared_with: sharedWith }: ViewWords): Promise<void> {
    const text = 'update saved_views set name = $2, shared_with = $3 where id = $1 returning id'
    const [changed] = await ofFreeName(() =>
      CurrentTenant.batch([{ text, values: [id, name, sharedWith] }])
    )
    if (changed.length === 0) throw new ViewNotFound()
  },

  /** @throws ViewNotFound */
  async remove(id: string): Promise<void> {
    const text = 'delete from saved_views where id = $1 returning id'
    const [removed] = await CurrentTenant.batch([{ text, values: [id] }])
    if (removed.length === 0) throw new ViewNotFound()
  },

  /** Ids of those that ask for somebody by their address, or are called by it. */
  async naming(email: string): Promise<string[]> {
    const all = query<Pick<SavedView, 'id' | 'name' | 'query'>>(
      'select id, name, query from saved_views order by id',
      []
    )
    const [views] = await CurrentTenant.batch([all])
    return views.filter((view) => isNaming(view, email)).map(({ id }) => id)
  },

  /** Part of the unit that erases a person. */
  forgetting(ids: readonly string[]): Query<{ id: string }> {
    return query('delete from saved_views where id = any ($1) returning id', [ids])
  },
}

function isNaming({ name, query: asked }: Pick<SavedView, 'name' | 'query'>, email: string) {
  const address = email.toLowerCase()
  return [name, ...new URLSearchParams(asked).values()].some((text) =>
    text
      .toLowerCase()
      .split(/[\s"'<>,;()]+/)
      .includes(address)
  )
}

async function ofFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUniqueViolation(error) ? new ViewNameTaken() : error
  }
}
