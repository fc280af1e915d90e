import type { Actor } from '#app/audit/actor'
import type { Recipient } from '#app/identity/teams/recipient'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'

const MEMBERS = `
  select users.id from team_members m join users on users.id = m.user_id
   where m.team_id = $1 and users.removed_at is null and users.disabled_at is null order by users.id`

/** Leaves a notice for each person whom a document reaches now, but for who brought that about; in its unit. The sandbox tells nobody. */
export async function tellOfDocument(
  kind: 'document.shared' | 'document.moved',
  documentId: string,
  to: Recipient,
  by: Actor
): Promise<void> {
  if (CurrentTenant.get().environment !== 'live') return
  const details = { documentId, byId: by.id, ...(to.kind === 'team' && { teamId: to.id }) }
  for (const id of await peopleOf(to))
    if (id !== by.id) await Notice.leave(kind, details, { to: id })
}

async function peopleOf({ id, kind }: Recipient): Promise<string[]> {
  if (kind === 'person') return [id]
  const [members] = await CurrentTenant.batch([query<{ id: string }>(MEMBERS, [id])])
  return members.map((member) => member.id)
}
