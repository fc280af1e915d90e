import type { HttpContext } from '@adonisjs/core/http'

/** The team that a new document belongs to, of those that its maker is in; undefined for themselves, null for a team that is none of theirs. */
export function chosenTeam({ dashboard }: HttpContext, value = ''): string | undefined | null {
  if (value === '') return undefined
  return dashboard.session.teams.find(({ id }) => id === value)?.id ?? null
}
