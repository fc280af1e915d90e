import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type Session from './session.js'

/** What decides what a browser may be shown. When it changes, what was begun before ends. */
export interface LogInState {
  userId: string
  role: string
  /** Ids of their teams, sorted. */
  teams: readonly string[]
}

interface StateRow extends RowOf<'sessions', 'token_sha256'> {
  user_id: string
  role: string
  teams: string[]
}

const STATES = `
  select s.token_sha256, u.id as user_id, u.role,
         array(select team_id from team_members where user_id = u.id order by team_id collate "C") as teams
    from sessions s join users u on u.id = s.user_id
   where s.token_sha256 = any ($1) and s.expires_at > $2 and u.disabled_at is null
     and (s.factor_due_at is null or s.factor_due_at > $2)`

export const LogInStates = {
  of({ user, teams }: Session): LogInState {
    return { userId: user.id, role: user.role, teams: teams.map(({ id }) => id).sort() }
  },

  /** Of those sessions that are still good, by the hash of their token. In the live scope; it prolongs none. */
  async among(tokens: readonly string[]): Promise<ReadonlyMap<string, LogInState>> {
    const [rows] = await CurrentTenant.batch([query<StateRow>(STATES, [tokens, clock.now()])])
    return new Map(
      rows.map(({ token_sha256: token, user_id: userId, role, teams }) => [
        token,
        { userId, role, teams },
      ])
    )
  },
}
