import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { isIdentifier, newId } from '#app/foundation/identifier'
import { GroupRoles } from '#app/identity/access/group_roles'
import { outranks, type Role } from '#app/identity/access/role'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import InvalidValue from './errors/invalid_value.js'
import NameTaken from './errors/name_taken.js'
import { ListedGroups, type Group } from './group.js'

/** One step of a change of members; several happen in their order. */
export type MemberStep =
  { kind: 'add' | 'remove' | 'replace'; ids: readonly string[] } | { kind: 'clear' }

export interface GroupChange {
  displayName?: string
  externalId?: string | null
  members: readonly MemberStep[]
}

/** How a surface bears a change that gives somebody something: a name, a member, a role with more rights. */
interface Terms {
  /** May throw, and nothing is changed. */
  requireOpen(): void
}

const NAMED = 'select id from directory_groups where lower(display_name) = lower($1) and id <> $2'
const PRESENT = 'select id from users where id = any ($1) and removed_at is null'
const ADD = `insert into directory_group_members (group_id, user_id) select $1, unnest($2::text[])
  on conflict do nothing returning user_id`
const REMOVE = `delete from directory_group_members where group_id = $1 and user_id = any ($2) returning user_id`
const KEEP_ONLY = `delete from directory_group_members where group_id = $1 and user_id <> all ($2) returning user_id`

type MemberId = RowOf<'directory_group_members', 'user_id'>

/** Groups of a directory, and the roles that go with them. In the live scope. */
export const Groups = {
  /** @throws NameTaken, InvalidValue for a member who is none */
  async create(
    {
      displayName,
      externalId,
      memberIds,
    }: { displayName: string; externalId: string | null; memberIds: readonly string[] },
    by: Actor
  ): Promise<Group> {
    return unit(async () => {
      const id = newId('grp')
      const details = { groupId: id, name: displayName }
      await SecurityTrail.append({ action: 'directory.group_created', actor: by, details })
      await requireFreeName(displayName, id)
      const now = clock.now()
      const row = { id, display_name: displayName, external_id: externalId, role: null }
      await CurrentTenant.batch([
        insertion('directory_groups', [{ ...row, created_at: now, updated_at: now }]),
      ])
      await takeSteps(id, [{ kind: 'add', ids: memberIds }])
      return ListedGroups.one(id, { withMembers: true })
    })
  },

  /**
   * @param change  of the state that nobody changes meanwhile; may throw, and nothing is changed
   * @throws GroupNotFound, NameTaken, InvalidValue
   */
  async change(
    id: string,
    by: Actor,
    {
      change,
      withMembers,
      requireOpen,
    }: Terms & { change: (current: Group) => GroupChange; withMembers: boolean }
  ): Promise<Group> {
    return unit(async () => {
      await SecurityTrail.lock()
      const current = await ListedGroups.one(id, { withMembers })
      const {
        displayName = current.displayName,
        externalId = current.externalId,
        members,
      } = change(current)
      if (displayName !== current.displayName) await requireFreeName(displayName, id)
      const { gone, added } = await takeSteps(id, members)
      const touched = [...gone, ...added]
      const isNamedAnew = displayName !== current.displayName || externalId !== current.externalId
      if (isNamedAnew || added.length > 0) requireOpen()
      const values = [id, displayName, externalId]
      await CurrentTenant.batch([
        {
          text: `update directory_groups set display_name = $2, external_id = $3, updated_at = $4 where id = $1
            and ($5 or (display_name, external_id) is distinct from ($2, $3))`,
          values: [...values, clock.now(), touched.length > 0],
        },
      ])
      if (current.role !== null) await applyRoles(touched, by, requireOpen)
      return ListedGroups.one(id, { withMembers })
    })
  },

  /** Its members stay; a role that it gave goes with it. @throws GroupNotFound */
  async remove(
    id: string,
    by: Actor,
    { check, requireOpen }: Terms & { check: (current: Group) => void }
  ): Promise<void> {
    await unit(async () => {
      await SecurityTrail.lock()
      const group = await ListedGroups.one(id, { withMembers: true })
      check(group)
      const details = { groupId: id, name: group.displayName }
      await SecurityTrail.append({ action: 'directory.group_deleted', actor: by, details })
      await CurrentTenant.batch([
        { text: 'delete from directory_groups where id = $1', values: [id] },
      ])
      const members = group.members.map((member) => member.id)
      await applyRoles(members, by, requireOpen)
    })
  },

  /** Which role its members have from now on. @param role  null: the group says nothing of it. @throws GroupNotFound */
  async giveRole(id: string, role: Role | null, by: Actor): Promise<void> {
    await unit(async () => {
      await SecurityTrail.lock()
      const group = await ListedGroups.one(id, { withMembers: true })
      if (group.role === role) return
      const details = { groupId: id, name: group.displayName, from: group.role, to: role }
      await SecurityTrail.append({ action: 'directory.group_role_changed', actor: by, details })
      const text = 'update directory_groups set role = $2, updated_at = $3 where id = $1'
      await CurrentTenant.batch([{ text, values: [id, role, clock.now()] }])
      await GroupRoles.apply(
        group.members.map((member) => member.id),
        by
      )
    })
  },
}

/** What several steps come to. */
interface MembersChange {
  /** Nobody stays who is not among those who come. */
  isWhole: boolean
  come: Set<string>
  go: Set<string>
}

function totalOf(steps: readonly MemberStep[]): MembersChange {
  const total: MembersChange = { isWhole: false, come: new Set(), go: new Set() }
  for (const step of steps) {
    if (step.kind === 'clear' || step.kind === 'replace')
      Object.assign(total, { isWhole: true, come: new Set(), go: new Set() })
    if (step.kind === 'clear') continue
    const [to, from] = step.kind === 'remove' ? [total.go, total.come] : [total.come, total.go]
    for (const id of step.ids) {
      to.add(id)
      from.delete(id)
    }
  }
  return total
}

/** Who loses a role that holds them down gets more rights. */
async function applyRoles(
  userIds: readonly string[],
  by: Actor,
  requireOpen: () => void
): Promise<void> {
  const changes = await GroupRoles.apply(userIds, by)
  if (changes.some(({ from, to }) => outranks(to, from))) requireOpen()
}

async function takeSteps(
  id: string,
  steps: readonly MemberStep[]
): Promise<{ gone: string[]; added: string[] }> {
  if (steps.length === 0) return { gone: [], added: [] }
  const { isWhole, come, go } = totalOf(steps)
  const wanted = [...come]
  await requirePresent(wanted)
  const [gone, added] = await CurrentTenant.batch([
    isWhole ? query<MemberId>(KEEP_ONLY, [id, wanted]) : query<MemberId>(REMOVE, [id, [...go]]),
    query<MemberId>(ADD, [id, wanted]),
  ])
  return { gone: gone.map(idOf), added: added.map(idOf) }
}

function idOf(row: MemberId): string {
  return row.user_id
}

/** @throws InvalidValue */
async function requirePresent(ids: readonly string[]): Promise<void> {
  const isKnown = ids.every((id) => isIdentifier('usr', id))
  const [present] = isKnown
    ? await CurrentTenant.batch([query<RowOf<'users', 'id'>>(PRESENT, [ids])])
    : [[]]
  if (present.length < ids.length) throw new InvalidValue('A member is no user of this tenant')
}

async function requireFreeName(displayName: string, id: string): Promise<void> {
  const [taken] = await CurrentTenant.batch([{ text: NAMED, values: [displayName, id] }])
  if (taken.length > 0) throw new NameTaken('displayName')
}
