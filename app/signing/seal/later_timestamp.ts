import logger from '@adonisjs/core/services/logger'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { alarmed } from '#app/documents/evidence/evidence_alarm'
import { Vault } from '#app/documents/files/vault'
import { MINUTE_MS } from '#app/foundation/duration'
import { faultPoint } from '#app/foundation/processes/fault_point'
import SealFailed from '#app/sealing/errors/seal_failed'
import TimestampRefused from '#app/sealing/errors/timestamp_refused'
import { sealer } from '#app/sealing/seal'
import { timestamps } from '#app/sealing/configuration'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { askForLongTermProofs } from './long_term_work.js'
import { interruptedFiles } from './interrupted_attempt.js'
import SealAuthority from './seal_authority.js'
import { SealedPart } from './sealed_part.js'

/** An authority that is away for a moment is back by then. */
const FIRST_AFTER_MS = 10 * MINUTE_MS
/** From then on a time stamp would say little, and the seal stays B-B. Tries are an hour apart at most. */
const GIVEN_UP_AFTER_MS = 14 * 24 * 60 * MINUTE_MS

/** In the unit that completes a document whose seal has no time stamp because no authority answered. */
export function askForTimestampLater({ ref }: SealedPart): void {
  const dueAt = new Date(tenantClock.now().getTime() + FIRST_AFTER_MS)
  Outbox.append({ kind: 'seal.timestamp', ref, dueAt })
}

/**
 * The work `seal.timestamp`: adds a time stamp to a seal that has none. The stamped file is stored beside the one that is served, and
 * takes its place in one unit with the entry of the trail and the end of the work; an attempt that was interrupted leaves a file that the
 * next one removes. What is served until then stays for those who are downloading it, and `storage:sweep` takes it a day later.
 */
export default async function addTimestamp(task: Task): Promise<void> {
  const id = SealedPart.documentIn(task.ref)
  const document = Document.from(await Outbox.hold(task, ...Document.reading(id)))
  const part = document && SealedPart.of(document, task.ref)
  if (!part || !isWanting(part)) return unit(() => Outbox.finish(task))
  try {
    await stamp(part, task)
  } catch (error) {
    if (!isOfStamp(error) || !isTooLate(part)) throw error
    const about = { document: part.ref, reason: error.message }
    logger.warn(
      about,
      'its seal stays without a time stamp: there was none for two weeks that holds'
    )
    await unit(() => Outbox.finish(task))
  }
}

async function stamp(part: SealedPart, task: Task): Promise<void> {
  const { document } = part
  const vault = await Vault.open(document)
  const sealed = await alarmed(() => vault.read(part.file!))
  // by now another may be in use
  const roots = (await SealAuthority.roots()).map(({ der }) => Buffer.from(der))
  const { bytes, sha256 } = await sealer.stampLater(sealed, roots, timestamps.value.urls)
  faultPoint('timestamp.made')
  const interrupted = await interruptedFiles(task, document, vault)
  await vault.write(`sealed-${sha256}`, bytes)
  faultPoint('timestamp.stored')
  const isOurs = await unit(async () => {
    const isFirst = await Document.change(document.id, (change) =>
      record(part.in(change.document), change, sha256)
    )
    await Outbox.finish(task)
    return isFirst
  })
  // not before: a worker that slept beyond its lease would remove the file that is on record
  if (isOurs)
    await vault.remove(...interrupted.filter((file) => file !== `sealed-${sha256}`)).catch(() => {})
}

/** No authority has one, or the seal does not hold with what it has. */
function isOfStamp(error: unknown): error is Error {
  return error instanceof TimestampRefused || error instanceof SealFailed
}

function isWanting({ document, level }: SealedPart): boolean {
  return document.status === 'completed' && !document.isErased && level === 'B-B'
}

function isTooLate({ document: { completedAt } }: SealedPart): boolean {
  return tenantClock.now().getTime() - completedAt!.getTime() > GIVEN_UP_AFTER_MS
}

/** @returns whether it had no time stamp yet */
function record(part: SealedPart, change: DocumentChange, sha256: string): boolean {
  if (!isWanting(part)) return false
  const now = tenantClock.now()
  const unstampedSha256 = part.sha256
  part.timestamped(sha256, now)
  change.document.merge({ updatedAt: now })
  const details = { ...part.detail, sealedSha256: sha256, unstampedSha256, level: 'B-T' }
  change.log({ action: 'document.timestamped', actor: SYSTEM, details })
  askForLongTermProofs(part)
  return true
}
