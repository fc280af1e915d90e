import { newId } from '#app/foundation/identifier'
import { DAY_MS } from '#app/foundation/duration'
import { nextHour, UTC } from '#app/foundation/time_zone'
import type User from '#app/identity/users/user'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

export type DigestLine = {
  kind: RowOf<'digest_lines'>['kind']
  documentId: string
  /** Of whom it tells; empty where it is about the whole document. */
  signerId: string
}

/** When it is mailed, by the clocks of the person. */
const HOUR = 8

/** No mail is tried for so long. */
const FORGOTTEN_AFTER_MS = 7 * DAY_MS

const OPENED = `insert into digests (id, user_id, due_at) values ($1, $2, $3)
  on conflict (user_id, due_at) do nothing returning id`
const ADDED = `insert into digest_lines (digest_id, document_id, kind, signer_id, at)
  select id, $3, $4, $5, $6 from digests where user_id = $1 and due_at = $2
  on conflict do nothing`

/** What somebody reads once a day instead of a mail each. Always in the live scope, in the unit of what it tells of. */
export const Digest = {
  /** The first line of a day leaves the work that mails it; a day without one mails nothing. */
  async add({ id, timeZone }: User, line: DigestLine): Promise<void> {
    const now = tenantClock.now()
    const dueAt = nextHour(HOUR, timeZone ?? UTC, now)
    const digestId = newId('dig', 'live')
    const [, [opened]] = await CurrentTenant.batch([
      {
        text: 'delete from digests where user_id = $1 and due_at < $2',
        values: [id, new Date(now.getTime() - FORGOTTEN_AFTER_MS)],
      },
      query<RowOf<'digests', 'id'>>(OPENED, [digestId, id, dueAt]),
      { text: ADDED, values: [id, dueAt, line.documentId, line.kind, line.signerId, now] },
    ])
    if (opened) Outbox.append({ kind: 'mail.digest', ref: digestId, dueAt })
  },
}
