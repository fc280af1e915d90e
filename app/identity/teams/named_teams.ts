import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import TeamsUnknown from '../errors/teams_unknown.js'
import type { TeamName } from './team.js'

/** Teams by their names, upper and lower case alike. @throws TeamsUnknown, with the place of each name that no team has */
export async function namedTeams(names: readonly string[]): Promise<TeamName[]> {
  if (names.length === 0) return []
  const wanted = names.map((name) => name.toLowerCase())
  const text = 'select id, name from teams where lower(name) = any ($1) order by lower(name)'
  const [found] = await CurrentTenant.batch([query<TeamName>(text, [wanted])])
  const known = new Set(found.map(({ name }) => name.toLowerCase()))
  const faults = wanted.flatMap((name, index) => {
    const message = `teams[${index}] must be the name of a team`
    return known.has(name) ? [] : [{ path: ['teams', index], code: 'unknown_team', message }]
  })
  if (faults.length > 0) throw new TeamsUnknown(faults)
  return found
}
