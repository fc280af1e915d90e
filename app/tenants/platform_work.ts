import { setTimeout as pause } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import { DUE_SLACK } from '#app/tenancy/outbox/due'
import { MINUTE_MS } from '#app/foundation/duration'
import { timeScale } from '#app/foundation/time_scale'
import { Tracing } from '#app/foundation/tracing/tracing'
import type { PlatformWorkKind } from '#app/tenancy/outbox/work_kind'
import { DomainOutbox } from './domains/domain_outbox.js'
import { DomainWatch } from './domains/domain_watch.js'
import { PlanAnswer } from './plans/plan_answer.js'
import { Provisioning } from './provisioning/provisioning.js'
import { ResaleOutbox } from './resale/resale_outbox.js'
import Tenant from './tenant.js'

interface PlatformTask {
  id: string
  kind: PlatformWorkKind
  ref: string
  fence: number
  tries: number
  traceparent: string | null
}

/** Few at a time: making schemas and roles makes every backend look up its memberships anew. */
const AT_ONCE = 4
/** It is renewed while the work goes on. */
const LEASE_MS = 2 * MINUTE_MS
const RENEW_MS = LEASE_MS / 3
const MAX_DELAY_S = 600

/** Of a large tenant, these take an hour. */
const LONG = ['erase_tenant', 'drop_moved'] as const satisfies PlatformWorkKind[]
const IS_LONG = `kind in (${LONG.map((kind) => `'${kind}'`).join(', ')})`
/** While long work goes on, what else there is of it begins this soon. */
const POLL_MS = 5_000

const LEASED = `lease_until = now() + :leaseMs * interval '1 millisecond'`

const claim = (which: string) => `update outbox set fence = fence + 1, tries = tries + 1, ${LEASED}
  where id in (select id from outbox where due_at <= now() + ${DUE_SLACK} and (lease_until is null or lease_until < now())
                  and ${which} order by due_at limit :most for update skip locked)
  returning id, kind, ref, fence, tries, traceparent`

const IN_LANE = claim(`lane = :lane and not ${IS_LONG}`)
const ALL_LONG = claim(IS_LONG)
const ABOUT = claim('ref = any(:refs)')

/** One that is late must not take up again what was put off meanwhile. */
const RENEW = `update outbox set ${LEASED} where id = :id and fence = :fence and lease_until is not null`
const DONE = 'delete from outbox where id = :id and fence = :fence'
const PUT_OFF = `
  update outbox
     set lease_until = null, due_at = now() + :delayS * interval '1 second', failing_since = coalesce(failing_since, due_at)
   where id = :id and fence = :fence`

type Handler = (ref: string) => Promise<unknown>

const OWN = {
  open_sandbox: async (tenantId: string) => {
    const tenant = await Tenant.find(tenantId)
    return tenant && Provisioning.openSandbox(tenant)
  },
  provision_tenant: async (tenantId: string) => {
    const tenant = await Tenant.find(tenantId)
    return tenant?.status === 'provisioning' && Provisioning.finish(tenant)
  },
  tell_resale_news: (messageId: string) => ResaleOutbox.deliver(messageId),
  check_domain: (domainId: string) => DomainWatch.check(domainId),
  tell_plan_answer: (requestId: string) => PlanAnswer.deliver(requestId),
  tell_domain_news: (messageId: string) => DomainOutbox.deliver(messageId),
} satisfies Partial<Record<PlatformWorkKind, Handler>>

/** Work of the platform that higher layers do. */
export type WorkAbove = Readonly<Record<Exclude<PlatformWorkKind, keyof typeof OWN>, Handler>>

const handlers: Partial<Record<PlatformWorkKind, Handler>> = { ...OWN }

/** What the platform left to be done: work that needs the migrator, which no web process has. Each piece may run twice without harm. */
export const PlatformWork = {
  /** The kinds of work that higher layers do; `start/work.ts` lists them. */
  use(above: WorkAbove): void {
    Object.assign(handlers, above)
  },

  /**
   * What is short.
   *
   * @param lane  what waits for strangers' servers has one of its own, and holds up nothing else
   * @returns how many pieces were taken up
   */
  doDue(lane = ''): Promise<number> {
    return take(IN_LANE, { lane })
  },

  /** What is due about these things alone, by their ids. */
  doAbout(refs: readonly string[]): Promise<number> {
    return take(ABOUT, { refs: [...refs] })
  },

  /** A plan that changes leaves a piece of work for every tenant that has it: they are not made to wait for as many runs. */
  async doAllDue(lane = ''): Promise<void> {
    while ((await PlatformWork.doDue(lane)) > 0);
  },

  /** What takes long, by itself: it holds up nothing else. What becomes due meanwhile is begun beside it. */
  async doAllLong(): Promise<void> {
    const running = new Set<Promise<void>>()
    for (;;) {
      for (const task of await claimed(ALL_LONG, {}, AT_ONCE - running.size)) {
        const run = attempt(task).finally(() => running.delete(run))
        running.add(run)
      }
      if (running.size === 0) return
      await Promise.race([...running, pause(timeScale.of(POLL_MS))])
    }
  },
}

async function take(text: string, which: object): Promise<number> {
  const tasks = await claimed(text, which)
  await Promise.all(tasks.map(attempt))
  return tasks.length
}

async function claimed(text: string, which: object, most = AT_ONCE): Promise<PlatformTask[]> {
  const values = { ...which, most, leaseMs: timeScale.of(LEASE_MS) }
  const platform = db.connection('platform')
  const { rows } = await platform.rawQuery<{ rows: PlatformTask[] }>(text, values as never)
  return rows
}

async function attempt(task: PlatformTask): Promise<void> {
  const { id, kind, ref, fence, tries, traceparent: parent } = task
  // a lease that cannot be renewed now is renewed next time, or expires
  const renewal = setInterval(
    () => void write(RENEW, { id, fence, leaseMs: timeScale.of(LEASE_MS) }).catch(() => {}),
    timeScale.of(RENEW_MS)
  )
  try {
    const handle = handlers[kind]
    if (!handle) throw new RangeError(`start/work.ts does not know ${kind}`)
    await Tracing.span({ name: `platform ${kind}`, kind: 'consumer', parent }, async () =>
      handle(ref)
    )
    await write(DONE, { id, fence })
  } catch (error) {
    clearInterval(renewal)
    logger.warn({ kind, ref, err: error }, 'work of the platform failed and is tried again')
    await write(PUT_OFF, { id, fence, delayS: Math.min(2 ** tries, MAX_DELAY_S) })
  } finally {
    clearInterval(renewal)
  }
}

async function write(text: string, values: Record<string, string | number>): Promise<void> {
  await db.connection('platform').rawQuery(text, values)
}
