import logger from '@adonisjs/core/services/logger'
import { DAY_MS } from '#app/foundation/duration'
import Document from '#app/documents/document'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { isPermanent } from '#app/sealing/errors/permanence'
import SealFailed from '#app/sealing/errors/seal_failed'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'

/**
 * Left for each document that could not be sealed, so that operators see it without looking into tenants. The document is not sealed
 * after all when the cause is gone: its signers and its sender were told that it came to nothing, and may have signed another.
 */
export const SEAL_GIVEN_UP = 'seal.given_up'

/** How long operators are shown it, unless they put it away before. */
const SHOWN_MS = 30 * DAY_MS

/** With waits that double, about two hours: a process that dies for want of memory now has it by then, or never. */
const MOST_TRIES = 12

/** What comes again however often it is tried. An outage (storage, a time-stamping authority) is waited for as long as it lasts. */
export function isHopeless(error: unknown, { tries }: Task): boolean {
  return isPermanent(error) || (error instanceof SealFailed && tries >= MOST_TRIES)
}

/** The end of a document that all have signed and that cannot be sealed: in one unit with the end of the work, and so once. */
export async function giveUpSeal(task: Task, error: Error & { code?: string }): Promise<void> {
  const { message, code } = error
  logger.error({ document: task.ref, code, message }, 'a document could not be sealed')
  faultPoint('seal.hopeless')
  await unit(async () => {
    if (await Document.reference(task.ref).fail(message)) {
      const dueAt = new Date(tenantClock.now().getTime() + SHOWN_MS)
      Outbox.append({ kind: SEAL_GIVEN_UP, ref: task.ref, dueAt })
    }
    await Outbox.finish(task)
  })
}

/** The work `seal.given_up`: the mark has been there long enough, or an operator has put it away. */
export default async function forget(task: Task): Promise<void> {
  await Outbox.finish(task)
}
