import { isIdentifier } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { OrNull, RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { sqlOf, type Criterion, type FieldSql } from './criterion.js'
import PersonNotFound from './errors/person_not_found.js'
import type { Person, PersonEmail, PersonProfile } from './person.js'
import { FROM_PEOPLE, mayHaveName, USER_NAME } from './user_name.js'

/** A member as directories see them: each has one, whether a directory made them or somebody invited them. */
export interface ListedPerson extends Person {
  id: string
  email: string
  name: string
  groups: { id: string; displayName: string }[]
  createdAt: Date
  updatedAt: Date
}

type PersonRow = RowOf<
  'users',
  'id' | 'email' | 'name' | 'disabled_at' | 'created_at' | 'updated_at'
> &
  RowOf<'directory_users', 'user_name'> &
  OrNull<RowOf<'directory_users', 'external_id' | 'profile'>> & {
    groups: { id: string; displayName: string }[]
  }

const COLUMNS = `
  u.id, u.email, u.name, u.disabled_at, u.created_at, greatest(u.updated_at, d.updated_at) as updated_at,
  ${USER_NAME} as user_name, d.external_id, d.profile,
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'displayName', g.display_name) order by g.id)
    from directory_group_members m join directory_groups g on g.id = m.group_id where m.user_id = u.id), '[]') as groups`

/** What people can be searched by. Names are compared without their case (RFC 7643, 4.1.1). */
const FIELDS = {
  'id': { kind: 'exact', text: 'u.id' },
  'externalId': { kind: 'exact', text: 'd.external_id' },
  'userName': {
    kind: 'text',
    text: `lower(${USER_NAME})`,
    narrowed: mayHaveName,
  },
  'emails.value': { kind: 'text', text: 'u.email' },
  'displayName': { kind: 'text', text: 'lower(u.name)' },
  'name.givenName': { kind: 'text', text: `lower(d.profile -> 'name' ->> 'givenName')` },
  'name.familyName': { kind: 'text', text: `lower(d.profile -> 'name' ->> 'familyName')` },
  'title': { kind: 'text', text: `lower(d.profile ->> 'title')` },
  'active': { kind: 'boolean', text: '(u.disabled_at is null)' },
  'meta.created': { kind: 'time', text: 'u.created_at' },
  'meta.lastModified': { kind: 'time', text: 'greatest(u.updated_at, d.updated_at)' },
} satisfies Record<string, FieldSql>

export type PersonField = keyof typeof FIELDS
export const PERSON_FIELDS: Record<PersonField, FieldSql> = FIELDS

export interface Page {
  /** From 0. */
  offset: number
  limit: number
}

export const ListedPeople = {
  /** In the order in which they came. */
  async page(
    criterion: Criterion<PersonField> | null,
    { offset, limit }: Page
  ): Promise<{ total: number; people: ListedPerson[] }> {
    const values: unknown[] = []
    const condition = criterion ? ` and ${sqlOf(criterion, PERSON_FIELDS, values)}` : ''
    const [[{ total }], rows] = await CurrentTenant.batch([
      query<{ total: number }>(`select count(*)::int as total ${FROM_PEOPLE}${condition}`, values),
      query<PersonRow>(
        `select ${COLUMNS} ${FROM_PEOPLE}${condition} order by u.created_at, u.id
         limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, limit, offset]
      ),
    ])
    return { total, people: rows.map(listed) }
  },

  /** @throws PersonNotFound */
  async one(id: string): Promise<ListedPerson> {
    if (!isIdentifier('usr', id)) throw new PersonNotFound()
    const [[row]] = await CurrentTenant.batch([
      query<PersonRow>(`select ${COLUMNS} ${FROM_PEOPLE} and u.id = $1`, [id]),
    ])
    if (!row) throw new PersonNotFound()
    return listed(row)
  },
}

/** Name and address are those of the member, who may have changed them since the directory wrote. */
function listed(row: PersonRow): ListedPerson {
  const { id, email, name, groups } = row
  const profile = (row.profile ?? {}) as PersonProfile
  return {
    ...{ id, email, name, groups },
    userName: row.user_name,
    externalId: row.external_id,
    isActive: row.disabled_at === null,
    profile: { ...profile, displayName: name, emails: withAddress(profile.emails ?? [], email) },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function withAddress(emails: readonly PersonEmail[], email: string): PersonEmail[] {
  if (emails.some(({ value }) => value.toLowerCase() === email)) return [...emails]
  const [first, ...others] = emails
  return [{ type: 'work', primary: true, ...first, value: email }, ...others]
}
