import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query, type Query } from '#app/tenancy/statement'
import { rightsOf, type Role } from '../access/role.js'

/** A member or team that a document can go to, or be shared with. */
export interface Recipient {
  id: string
  kind: 'person' | 'team'
  name: string
  /** Null for a team. */
  email: string | null
  role: Role | null
}

const MOST_SUGGESTED = 200

const ALL = `
  select id, 'person' as kind, name, email, role from users where removed_at is null and disabled_at is null
  union all select id, 'team', name, null, null from teams`

/** Found by what people type: a member's address, or the name of a team. In either environment. */
export const Recipients = {
  /** As suggestions beside a form: teams first. */
  suggestions: query<Recipient>(
    `select * from (${ALL}) r order by kind desc, lower(name), id limit ${MOST_SUGGESTED}`
  ),

  named(text: string): Query<Recipient> {
    const wanted = text.trim().toLowerCase()
    return query(
      `select * from (${ALL}) r where email = $1 or (kind = 'team' and lower(name) = $1) order by kind limit 1`,
      [wanted]
    )
  },

  /** Null for somebody who has left, was disabled, or never was here. */
  async find(id: string): Promise<Recipient | null> {
    const [[found]] = await CurrentTenant.batch([
      query<Recipient>(`select * from (${ALL}) r where id = $1`, [id]),
    ])
    return found ?? null
  },

  /** Whether there is such a member or team, even one who has left. */
  async isKnown(id: string): Promise<boolean> {
    const text = 'select id from users where id = $1 union all select id from teams where id = $1'
    const [found] = await CurrentTenant.batch([{ text, values: [id] }])
    return found.length > 0
  },

  /** Whether documents can belong to them: a viewer could do nothing with them. */
  mayHold({ role }: Pick<Recipient, 'role'>): boolean {
    return role === null || rightsOf(role, 'live').includes('documents')
  },
}
