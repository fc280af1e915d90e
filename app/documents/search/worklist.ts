import { clock } from '#app/foundation/clock'
import { isVisible, type Audience } from '#app/identity/access/visibility'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import { OPEN_STATUSES } from '../document_status.js'

/** What of documents somebody has to know or do, as the home page groups it. */
export const WORK = ['signature', 'draft', 'failed', 'undelivered', 'waiting', 'expiring'] as const

export type Work = (typeof WORK)[number]

/** A page shows one fewer: the last one tells that there are more. */
export const MOST_OF_WORK = 6

const SOON = '7 days'

/** What the sandbox's clock says, which may have been moved on. */
const IN_SANDBOX =
  "($4::timestamptz + (select offset_ms from test_clock) * interval '1 millisecond')"

export interface WorkRow extends RowOf<'documents', 'id' | 'title'> {
  work: Work
  /** Of the signer whom it is about. */
  name: string | null
  email: string | null
  /** Since when it waits, or until when it may. */
  at: Date
  /** Whether the reader sees the document: somebody else's may ask for their signature. */
  is_visible: boolean
  /** Of one that they do not see: the member or team that sent it. */
  sender: string | null
  /** The same: as which signer they are asked by mail. */
  signer_id: string | null
}

/** For whom it is looked up. */
export interface Worker {
  audience: Audience
  /** Those whose drafts are theirs: they and their teams. */
  holders: readonly string[]
  /** Where invitations reach them; null for somebody who is no user. */
  email: string | null
}

const HOLDER = 'coalesce(d.holder_id, d.created_by)'
const OF_SIGNER = 'd.id, d.title, s.name, s.email, s.sent_at as at'
const SEEN = 'true as is_visible, null as sender, null as signer_id'
const SENDER = `coalesce((select name from users where id = ${HOLDER}), (select name from teams where id = ${HOLDER}))`

/** In the order of their waiting. PostgreSQL chooses what it reads first: the signers who wait, or what is visible. */
function ofSigners(work: Work, status: string, visible: string): string {
  return `select '${work}' as work, ${OF_SIGNER}, ${SEEN} from signers s join documents d on d.id = s.document_id
    where s.status = '${status}' and d.status in ${OPEN_STATUSES} and ${visible} order by s.sent_at, s.id limit ${MOST_OF_WORK}`
}

/**
 * All of it in one statement: for each kind of work the few that come first, of visible documents alone. Only what waits for one's own signature may be somebody
 * else's: the mail to their address has told them of it.
 */
export function worklist({ audience, holders, email }: Worker): Query<WorkRow> {
  const { environment } = CurrentTenant.get()
  const now = environment === 'test' ? IN_SANDBOX : '$4::timestamptz'
  const visible = isVisible('$1', 'd')
  const parts = [
    `select 'signature' as work, ${OF_SIGNER}, ${visible} as is_visible, ${SENDER} as sender,
        case when s.in_person then null else s.id end as signer_id from signers s join documents d on d.id = s.document_id
      where lower(s.email) = $2 and s.status = 'sent' and d.status in ${OPEN_STATUSES}
      order by s.sent_at, s.id limit ${MOST_OF_WORK}`,
    `select 'draft', d.id, d.title, null, null, d.updated_at, ${SEEN} from documents d
      where ${HOLDER} = any ($3) and d.status = 'draft' order by d.updated_at desc, d.id limit ${MOST_OF_WORK}`,
    `select 'failed', d.id, d.title, null, null, d.updated_at, ${SEEN} from documents d
      where d.status = 'failed' and d.erased_at is null and ${visible} order by d.created_at desc, d.id limit ${MOST_OF_WORK}`,
    ofSigners('undelivered', 'delivery_failed', visible),
    ofSigners('waiting', 'sent', visible),
    `select 'expiring', d.id, d.title, null, null, d.expires_at, ${SEEN} from documents d
      where d.expires_at > ${now} and d.expires_at < ${now} + interval '${SOON}' and d.status in ${OPEN_STATUSES} and ${visible}
      order by d.expires_at, d.id limit ${MOST_OF_WORK}`,
  ]
  const text = `select * from (${parts.map((part) => `(${part})`).join('\n union all ')}) work`
  return query(text, [audience, email?.toLowerCase() ?? null, holders, clock.now()])
}
