import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import type Sender from '#app/sending/sender'
import type { Answer } from './smtp_answer.js'

/** A restart is no news. */
const NOTIFY_AFTER_MS = 30 * 60_000

const FAILED = `update sender set server_failing_since = coalesce(server_failing_since, $1), server_error = $2
  where way = 'server' and server_host = $3 returning server_failing_since as since, server_told_at as notified`
interface Failing {
  since: Date
  notified: Date | null
}
const MARK_NOTIFIED =
  'update sender set server_told_at = $1 where server_told_at is null returning 1'
const WELL = `update sender set server_failing_since = null, server_error = null, server_told_at = null
  where server_failing_since is not null and server_host = $1`

/** How a tenant's own mail server fares. Its mails wait while it is down: a tenant with a server of its own wants no other to send them. */
export const ServerHealth = {
  async note({ serverHost: host, serverFailingSince }: Sender, answer: Answer): Promise<void> {
    const isAway = answer.is === 'later' && !answer.isAboutMail
    if (isAway) await unit(() => failed(host, answer.code))
    else if (serverFailingSince) await CurrentTenant.batch([{ text: WELL, values: [host] }])
  },
}

async function failed(host: string | null, code: string): Promise<void> {
  const now = clock.now()
  const [[row]] = await CurrentTenant.batch([query<Failing>(FAILED, [now, code, host])])
  if (!row || row.notified) return
  if (now.getTime() - row.since.getTime() < NOTIFY_AFTER_MS) return
  const [notified] = await CurrentTenant.batch([{ text: MARK_NOTIFIED, values: [now] }])
  if (notified.length > 0) await Notice.leave('sender.server_failing', { host, code })
}
