import { isIdentifier } from '#app/foundation/identifier'
import type { Role } from '#app/identity/access/role'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { OrNull, RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { sqlOf, type Criterion, type FieldSql } from './criterion.js'
import GroupNotFound from './errors/group_not_found.js'
import type { Page } from './listed_person.js'

export interface GroupMember {
  id: string
  name: string
}

/** People whom a directory puts together (RFC 7643, 4.2). */
export interface Group {
  id: string
  displayName: string
  externalId: string | null
  /** Which its members have; null for a group that says nothing of that. */
  role: Role | null
  memberCount: number
  /** Empty where they were not asked for. */
  members: GroupMember[]
  createdAt: Date
  updatedAt: Date
}

type GroupRow = RowOf<'directory_groups'> & { member_count: number; members: GroupMember[] }

/** An empty page is one row without a group. */
type PageRow = { total: number } & (GroupRow | OrNull<GroupRow>)

const OF_GROUP = `from directory_group_members m join users u on u.id = m.user_id and u.removed_at is null where m.group_id = g.id`
const MEMBERS = `coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.created_at, u.id)
  ${OF_GROUP}), '[]')`

const columns = (withMembers: boolean) => `g.*, (select count(*)::int ${OF_GROUP}) as member_count,
  ${withMembers ? MEMBERS : `'[]'::jsonb`} as members`

const FIELDS = {
  'id': { kind: 'exact', text: 'g.id' },
  'externalId': { kind: 'exact', text: 'g.external_id' },
  'displayName': { kind: 'text', text: 'lower(g.display_name)' },
  'members.value': {
    kind: 'exact',
    text: `(select min(m.user_id) ${OF_GROUP})`,
    includes: (mark) => `exists (select 1 ${OF_GROUP} and m.user_id = ${mark})`,
  },
  'meta.created': { kind: 'time', text: 'g.created_at' },
  'meta.lastModified': { kind: 'time', text: 'g.updated_at' },
} satisfies Record<string, FieldSql>

export type GroupField = keyof typeof FIELDS
export const GROUP_FIELDS: Record<GroupField, FieldSql> = FIELDS

export const ListedGroups = {
  async page(
    criterion: Criterion<GroupField> | null,
    { offset, limit, withMembers }: Page & { withMembers: boolean }
  ): Promise<{ total: number; groups: Group[] }> {
    const values: unknown[] = []
    const condition = criterion ? `where ${sqlOf(criterion, GROUP_FIELDS, values)}` : ''
    const text = `
      select t.total, p.* from (select count(*)::int as total from directory_groups g ${condition}) t
        left join (select ${columns(withMembers)} from directory_groups g ${condition} order by g.created_at, g.id
                    limit $${values.length + 1} offset $${values.length + 2}) p on true
       order by p.created_at, p.id`
    const [rows] = await CurrentTenant.batch([
      query<PageRow>(text, [...values, limit, offset]),
    ] as const)
    return { total: rows[0].total, groups: rows.filter(isGroup).map(listed) }
  },

  /** @throws GroupNotFound */
  async one(id: string, { withMembers }: { withMembers: boolean }): Promise<Group> {
    if (!isIdentifier('grp', id)) throw new GroupNotFound()
    const [[row]] = await CurrentTenant.batch([
      query<GroupRow>(`select ${columns(withMembers)} from directory_groups g where g.id = $1`, [
        id,
      ]),
    ])
    if (!row) throw new GroupNotFound()
    return listed(row)
  },
}

function isGroup(row: PageRow): row is PageRow & GroupRow {
  return row.id !== null
}

function listed(row: GroupRow): Group {
  const { id, role, members } = row
  return {
    ...{ id, role, members },
    displayName: row.display_name,
    externalId: row.external_id,
    memberCount: row.member_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
