import type { HttpContext } from '@adonisjs/core/http'
import { viewOf, type SavedView, type ViewReader } from '#app/documents/views/saved_view'
import ViewNotFound from '#app/documents/errors/view_not_found'
import { isIdentifier } from '#app/foundation/identifier'
import { ViewPolicy } from '#app/identity/access/view_policy'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { DashboardContext } from '../dashboard_context.js'

export function viewReader({ user, session }: DashboardContext): ViewReader {
  return { id: user.id, teams: session.teams.map(({ id }) => id) }
}

/** The view of the address, if this person may change it. @throws ViewNotFound */
export async function changeableView({ params, dashboard }: HttpContext): Promise<SavedView> {
  const { id } = params
  if (!isIdentifier('viw', id)) throw new ViewNotFound()
  const [[view]] = await CurrentTenant.batch([viewOf(viewReader(dashboard), id)])
  if (!view || !mayChange(dashboard, view)) throw new ViewNotFound()
  return view
}

export function mayChange(
  dashboard: DashboardContext,
  { user_id: owner }: Pick<SavedView, 'user_id'>
): boolean {
  return ViewPolicy.mayChange(owner === dashboard.user.id, (right) => dashboard.may(right))
}
