import { MINUTE_MS } from '#app/foundation/duration'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice, { type NoticeDetails } from './notice.js'
import type { NoticeKind } from './notice_kind.js'

/** So long somebody stays on the page that shows how far it is. */
const WATCHED_MS = MINUTE_MS

interface Ended {
  /** The member who began it. */
  to: string
  begunAt: Date
  endedAt: Date
  /** Something else than its own end stopped it: that is told at once. */
  isCutShort?: boolean
}

/** In the unit that ends what goes by the queue. The sandbox mails nobody. */
export async function tellOfEnd(
  kind: NoticeKind,
  details: NoticeDetails,
  { to, begunAt, endedAt, isCutShort = false }: Ended
): Promise<void> {
  if (CurrentTenant.get().environment !== 'live') return
  if (!isCutShort && endedAt.getTime() - begunAt.getTime() < WATCHED_MS) return
  await Notice.leave(kind, details, { to })
}
