import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { rowOfJson } from '#app/tenancy/models/json_row'
import { columnList } from '#app/tenancy/models/column_list'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { query, type Row } from '#app/tenancy/statement'
import type { TeamName } from '../teams/team.js'
import User from '../users/user.js'
import Session from './session.js'
import { SupportSession } from './support_session.js'

const TEAMS = `coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by lower(t.name))
  from team_members m join teams t on t.id = m.team_id where m.user_id = s.user_id), '[]')`

interface SessionRow {
  /** Null for a browser of somebody who supports the tenant. */
  person: Row | null
  teams: TeamName[]
  /** Of the operator whose session it is. */
  visit: Row | null
}

/** One statement, since every page begins with it. */
const SESSION = `select ${columnList(Session, 's')}, (select to_jsonb(u) from users u where u.id = s.user_id) as person, ${TEAMS} as teams,
  (select to_jsonb(v) from support_sessions v where v.id = s.support_id) as visit
  from sessions s where token_sha256 = $1`

/** Null for an unknown or expired token, and for one whose user is disabled. Notes, at most once a minute, that it was seen. */
export async function sessionOfToken(token: string): Promise<Session | null> {
  const [[row]] = await CurrentTenant.batch([query<SessionRow>(SESSION, [sha256Hex(token)])])
  if (!row) return null
  const { person, teams, visit, ...stored } = row
  const [session] = modelsOf(Session, [stored])
  if (session.isExpired) return null
  const [support = null] = modelsOf(SupportSession, visit ? [rowOfJson(visit)] : [])
  const [user] = support ? [guest(support)] : modelsOf(User, person ? [rowOfJson(person)] : [])
  if (!user || user.isDisabled || support?.isOver || (await support?.isShutOut())) return null
  session.user = user
  session.teams = teams
  session.support = support
  if (!support) await session.see()
  return session
}

/** Somebody who has no row among the users: sees what an administrator sees. What they may do is decided elsewhere. */
function guest({ operatorId, operatorName }: SupportSession): User {
  const who = { id: operatorId, name: operatorName, email: 'Support' }
  return new User().merge({ ...who, role: 'admin', disabledAt: null })
}
