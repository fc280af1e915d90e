import type { Right } from '#app/identity/access/right'
import { rolesWith, type Role } from '#app/identity/access/role'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { DashboardContext } from './dashboard_context.js'

const MOST_NAMED = 3

export interface PersonToAsk {
  name: string
  email: string
}

/** A few of those with these roles, the most powerful first. */
export async function peopleWith(roles: readonly Role[]): Promise<PersonToAsk[]> {
  const [rows] = await CurrentTenant.batch([
    {
      text: `select name, email from users
              where role = any($1) and disabled_at is null and removed_at is null
              order by array_position($1::text[], role), name, id limit ${String(MOST_NAMED)}`,
      values: [roles],
    },
  ])
  return rows.map(({ name, email }) => ({ name: name as string, email: email as string }))
}

/** Whom somebody without this right can ask; null for those who have it. */
export async function peopleToAsk(
  dashboard: DashboardContext,
  right: Right
): Promise<PersonToAsk[] | null> {
  return dashboard.may(right) ? null : peopleWith(rolesWith(right, dashboard.environment))
}
