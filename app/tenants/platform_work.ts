import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import { DUE_SLACK } from '#app/tenancy/outbox/due'
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
const LEASE = '2 minutes'
const MAX_DELAY_S = 600

const claim = (
  which: string
) => `update outbox set fence = fence + 1, tries = tries + 1, lease_until = now() + interval '${LEASE}'
  where id in (select id from outbox where due_at <= now() + ${DUE_SLACK} and (lease_until is null or lease_until < now())
                  and ${which} order by due_at limit ${AT_ONCE} for update skip locked)
  returning id, kind, ref, fence, tries, traceparent`

const IN_LANE = claim('lane = ?')
const ABOUT = claim('ref = any(?)')

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
   * @param lane  what waits for strangers' servers has one of its own, and holds up nothing else
   * @returns how many pieces were taken up
   */
  doDue(lane = ''): Promise<number> {
    return take(IN_LANE, lane)
  },

  /** What is due about these things alone, by their ids. */
  doAbout(refs: readonly string[]): Promise<number> {
    return take(ABOUT, [...refs])
  },

  /** A plan that changes leaves a piece of work for every tenant that has it: they are not made to wait for as many runs. */
  async doAllDue(lane = ''): Promise<void> {
    while ((await PlatformWork.doDue(lane)) > 0);
  },
}

async function take(text: string, which: string | string[]): Promise<number> {
  const platform = db.connection('platform')
  const { rows } = await platform.rawQuery<{ rows: PlatformTask[] }>(text, [which] as never)
  await Promise.all(rows.map(attempt))
  return rows.length
}

async function attempt(task: PlatformTask): Promise<void> {
  try {
    const handle = handlers[task.kind]
    if (!handle) throw new RangeError(`start/work.ts does not know ${task.kind}`)
    const { kind, ref, traceparent: parent } = task
    await Tracing.span({ name: `platform ${kind}`, kind: 'consumer', parent }, async () =>
      handle(ref)
    )
    await write('delete from outbox where id = ? and fence = ?', [task.id, task.fence])
  } catch (error) {
    logger.warn(
      { kind: task.kind, ref: task.ref, err: error },
      'work of the platform failed and is tried again'
    )
    const delay = Math.min(2 ** task.tries, MAX_DELAY_S)
    const text = `update outbox set lease_until = null, due_at = now() + ? * interval '1 second' where id = ? and fence = ?`
    await write(text, [delay, task.id, task.fence])
  }
}

async function write(text: string, bindings: (string | number)[]): Promise<void> {
  await db.connection('platform').rawQuery(text, bindings)
}
