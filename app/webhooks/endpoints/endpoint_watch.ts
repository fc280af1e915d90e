import { SYSTEM } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { DAY_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Notice from '#app/tenants/notice'
import type { NoticeKind } from '#app/tenants/notice_kind'
import Endpoint from './endpoint.js'

export const WATCH = 'webhooks.watch'

const WARN_AFTER_MS = 4 * DAY_MS
const DISABLE_AFTER_MS = 5 * DAY_MS
/** Deliveries that used all their attempts: fewer say little about an endpoint that is seldom told of anything. */
const MIN_GIVEN_UP = 3

/**
 * The work `webhooks.watch`, left by a failure: an endpoint that has taken nothing for days is disabled, and its owners are told a day
 * before. Of one that has said 410 they are told as well. Done twice, it tells once.
 */
export default async function watch(task: Task): Promise<void> {
  await unit(async () => {
    await Outbox.finish(task)
    const endpoint = await Endpoint.query().where('id', task.ref).forUpdate().first()
    if (endpoint) await judge(endpoint)
  })
}

async function judge(endpoint: Endpoint): Promise<void> {
  const { status, disabledAt, warnedAt } = endpoint
  if (status === 'disabled') {
    const isNotified = warnedAt !== null && disabledAt !== null && warnedAt >= disabledAt
    if (!isNotified) await announceEnd(endpoint, 'gone')
    return
  }
  if (endpoint.givenUp < MIN_GIVEN_UP || isFailingFor(endpoint) < WARN_AFTER_MS) return
  if (!warnedAt) return warn(endpoint)
  const isWarned = tenantClock.now().getTime() - warnedAt.getTime() >= DAY_MS
  if (isWarned && isFailingFor(endpoint) >= DISABLE_AFTER_MS) {
    await endpoint.disable('failing')
    await announceEnd(endpoint, 'failing')
  }
}

function isFailingFor({ failingSince }: Endpoint): number {
  return failingSince ? tenantClock.now().getTime() - failingSince.getTime() : 0
}

async function warn(endpoint: Endpoint): Promise<void> {
  await endpoint.merge({ warnedAt: tenantClock.now() }).save()
  await notify('webhook.failing', { webhookId: endpoint.id })
}

async function announceEnd(endpoint: Endpoint, reason: 'gone' | 'failing'): Promise<void> {
  await endpoint.merge({ warnedAt: tenantClock.now() }).save()
  await SecurityTrail.append({
    action: 'webhook.disabled',
    actor: SYSTEM,
    details: { webhookId: endpoint.id, reason },
  })
  await notify('webhook.disabled', { webhookId: endpoint.id, reason })
}

/** The sandbox mails nobody: its pages say it. */
async function notify(kind: NoticeKind, details: Record<string, unknown>): Promise<void> {
  if (CurrentTenant.get().environment === 'live') await Notice.leave(kind, details)
}
