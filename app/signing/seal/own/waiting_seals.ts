import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { query } from '#app/tenancy/statement'
import type OwnCertificate from './own_certificate.js'

/** What is beyond waits for its next try, an hour at most. */
const MOST = 500

const WAITING = `
  select id from documents where sealing_at is not null and status = 'in_progress' order by sealing_at limit ${MOST}`

/** In the unit that puts away a certificate whose provider is away: documents that wait for it are sealed at once, with what takes its place. */
export async function resumeWaitingSeals(own: OwnCertificate | null): Promise<void> {
  if (!own?.failingSince) return
  const [rows] = await CurrentTenant.batch([query<{ id: string }>(WAITING, [])])
  Outbox.append(...rows.map(({ id }) => ({ kind: 'seal', ref: id }) as const))
}
