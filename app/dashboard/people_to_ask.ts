import type { Right } from '#app/identity/access/right'
import { rolesWith, type Role } from '#app/identity/access/role'
import { Members } from '#app/identity/users/members'
import type { DashboardContext } from './dashboard_context.js'

const MOST_NAMED = 3

export interface PersonToAsk {
  name: string
  email: string
}

/** A few of those with these roles, the most powerful first. */
export function peopleWith(roles: readonly Role[]): Promise<PersonToAsk[]> {
  return Members.withRoles(roles, MOST_NAMED)
}

/** Whom somebody without this right can ask; null for those who have it. */
export async function peopleToAsk(
  dashboard: DashboardContext,
  right: Right
): Promise<PersonToAsk[] | null> {
  return dashboard.may(right) ? null : peopleWith(rolesWith(right, dashboard.environment))
}
