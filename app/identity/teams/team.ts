import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import { CurrentTenant } from '#app/tenancy/current_tenant'

export interface TeamName {
  id: string
  name: string
}

/** A team as lists show it. */
export type TeamRow = RowOf<'teams', 'id' | 'name' | 'created_at'> & { members: number }

export type TeamMemberRow = RowOf<'users', 'id' | 'name' | 'email' | 'role' | 'disabled_at'>

const TEAM = `select t.id, t.name, t.created_at,
    (select count(*)::int from team_members where team_id = t.id) as members from teams t`

/** Named groups of members, read. In the live scope: people belong to the account. */
export const Team = {
  all: query<TeamRow>(`${TEAM} order by lower(t.name)`),

  /** In either environment. */
  names: query<TeamName>('select id, name from teams order by lower(name)'),

  one(id: string): Query<TeamRow> {
    return query(`${TEAM} where t.id = $1`, [id])
  },

  members(id: string): Query<TeamMemberRow> {
    return query(
      `select u.id, u.name, u.email, u.role, u.disabled_at from team_members m join users u on u.id = m.user_id
        where m.team_id = $1 order by lower(u.name), u.id`,
      [id]
    )
  },

  /** Those that somebody is in, by name. */
  of(userId: string): Query<RowOf<'teams', 'id' | 'name'>> {
    return query(
      `select t.id, t.name from team_members m join teams t on t.id = m.team_id
        where m.user_id = $1 order by lower(t.name)`,
      [userId]
    )
  },

  async find(id: string): Promise<TeamRow | null> {
    const [[row]] = await CurrentTenant.batch([Team.one(id)])
    return row ?? null
  },
}
