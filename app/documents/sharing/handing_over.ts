import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { holderOf } from '#app/identity/access/visibility'
import { Recipients } from '#app/identity/teams/recipient'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { query, type Query } from '#app/tenancy/statement'
import type { DocumentStatus } from '../document_status.js'
import HolderRefused from '../errors/holder_refused.js'
import RecipientGone from '../errors/recipient_gone.js'

/** How many documents of a state somebody leaves. */
export interface Holding {
  status: DocumentStatus
  count: number
}

const COUNTS = `
  select status, count(*)::int as count from documents where ${holderOf()} = $1 and erased_at is null group by status`

/** Locked in the order of their ids: two who hand over at the same time wait for each other, and neither is refused. */
const HAND_OVER = `
  with held as (select id from documents where ${holderOf()} = $1 order by id for no key update)
  update documents d set holder_id = nullif($2, d.created_by) from held where d.id = held.id`

const KNOWN = `
  delete from document_shares s using documents d where s.grantee_id = $1 and d.id = s.document_id and ${holderOf('d')} = $1`

/** All documents of a member who leaves, or of a team that is deleted, go to another member or team. In the entered environment. */
export const HandingOver = {
  counts(holderId: string): Query<Holding> {
    return query(COUNTS, [holderId])
  },

  /**
   * Before what else the unit does to the account: documents are locked first.
   *
   * @throws RecipientGone, HolderRefused
   */
  async run(from: string, to: string, by: Actor): Promise<void> {
    if (from === to) return
    await unit(async () => {
      const counted = await CurrentTenant.batch([HandingOver.counts(from)])
      await CurrentTenant.batch([
        { text: HAND_OVER, values: [from, to] },
        { text: KNOWN, values: [to] },
      ])
      await SecurityTrail.lock()
      const recipient = await Recipients.find(to)
      if (!recipient) throw new RecipientGone()
      if (!Recipients.mayHold(recipient)) throw new HolderRefused()
      await SecurityTrail.append({
        action: 'documents.handed_over',
        actor: by,
        details: { fromId: from, holderId: to, documents: totalOf(counted[0]) },
        personal: { recipient: recipient.name },
      })
    })
  },
}

function totalOf(rows: readonly Holding[]): number {
  return rows.reduce((total, { count }) => total + count, 0)
}
