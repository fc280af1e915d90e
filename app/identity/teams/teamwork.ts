import type { AccountAction } from '#app/audit/audit_action'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { insertion } from '#app/tenancy/statement'
import { forgottenGrantee } from '../access/visibility.js'
import type User from '../users/user.js'
import { Team, type TeamRow } from './team.js'
import TeamLimitExceeded from '../errors/team_limit_exceeded.js'
import TeamNameTaken from '../errors/team_name_taken.js'
import TeamNotFound from '../errors/team_not_found.js'

export const MAX_TEAM_NAME = 100

/** In a tenant; a session carries the names of those that its user is in. */
const MAX_TEAMS = 500

/**
 * Changes of teams. Each locks the account first, by its security trail: of two at the same time the second sees the first. What is there already
 * is no change and leaves no entry.
 */
export class Teamwork {
  constructor(private by: Actor) {}

  /** @throws TeamNameTaken, TeamLimitExceeded */
  async create(name: string): Promise<string> {
    return unit(async () => {
      await SecurityTrail.lock()
      await requireFreeName(name, '')
      await requireRoom()
      const id = newId('tea')
      await this.#note('team.created', { teamId: id, name })
      const now = clock.now()
      const row = { id, name, created_by: this.by.id, created_at: now, updated_at: now }
      await CurrentTenant.batch([insertion('teams', [row])])
      return id
    })
  }

  /** @throws TeamNotFound, TeamNameTaken */
  async rename(id: string, name: string): Promise<void> {
    await this.#change(id, async (team) => {
      if (team.name === name) return
      await requireFreeName(name, id)
      await this.#note('team.renamed', { teamId: id, from: team.name, name })
      const text = 'update teams set name = $2, updated_at = $3 where id = $1'
      await CurrentTenant.batch([{ text, values: [id, name, clock.now()] }])
    })
  }

  /** @throws TeamNotFound */
  async add(id: string, user: User): Promise<void> {
    await this.#change(id, async ({ name }) => {
      await user.refresh() // somebody may have removed them meanwhile
      if (user.isRemoved || (await isIn(id, user.id))) return
      await this.#note('team.member_added', { teamId: id, name, userId: user.id }, user)
      const row = { team_id: id, user_id: user.id, added_at: clock.now() }
      await CurrentTenant.batch([insertion('team_members', [row])])
    })
  }

  /** They lose at once what they saw as a member of it. @throws TeamNotFound */
  async take(id: string, user: User): Promise<void> {
    await this.#change(id, async ({ name }) => {
      if (!(await isIn(id, user.id))) return
      await this.#note('team.member_removed', { teamId: id, name, userId: user.id }, user)
      const text = 'delete from team_members where team_id = $1 and user_id = $2'
      await CurrentTenant.batch([{ text, values: [id, user.id] }])
    })
  }

  /** Its documents go elsewhere before, in the same unit. @throws TeamNotFound */
  async remove(id: string): Promise<void> {
    await this.#change(id, async ({ name }) => {
      await this.#note('team.deleted', { teamId: id, name })
      await CurrentTenant.batch([
        forgottenGrantee(id),
        { text: 'delete from team_members where team_id = $1', values: [id] },
        { text: 'delete from teams where id = $1', values: [id] },
      ])
    })
  }

  async #change(id: string, work: (team: TeamRow) => Promise<void>): Promise<void> {
    await unit(async () => {
      await SecurityTrail.lock()
      const team = await Team.find(id)
      if (!team) throw new TeamNotFound()
      await work(team)
    })
  }

  async #note(
    action: AccountAction,
    details: Record<string, unknown>,
    about?: Pick<User, 'email'>
  ): Promise<void> {
    const personal = about && { email: about.email }
    await SecurityTrail.append({ action, actor: this.by, details, ...(personal && { personal }) })
  }
}

async function isIn(teamId: string, userId: string): Promise<boolean> {
  const text = 'select 1 from team_members where team_id = $1 and user_id = $2'
  const [found] = await CurrentTenant.batch([{ text, values: [teamId, userId] }])
  return found.length > 0
}

async function requireFreeName(name: string, id: string): Promise<void> {
  const text = 'select 1 from teams where lower(name) = lower($1) and id <> $2'
  const [taken] = await CurrentTenant.batch([{ text, values: [name, id] }])
  if (taken.length > 0) throw new TeamNameTaken()
}

async function requireRoom(): Promise<void> {
  const text = `select 1 from teams offset ${MAX_TEAMS - 1} limit 1`
  const [full] = await CurrentTenant.batch([{ text }])
  if (full.length > 0) throw new TeamLimitExceeded(MAX_TEAMS)
}
