import { X509Certificate } from 'node:crypto'
import logger from '@adonisjs/core/services/logger'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { alarmed } from '#app/documents/evidence/evidence_alarm'
import { Vault } from '#app/documents/files/vault'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { sealLevel, timestamps } from '#app/sealing/configuration'
import SealFailed from '#app/sealing/errors/seal_failed'
import TimestampRefused from '#app/sealing/errors/timestamp_refused'
import type { Archived } from '#app/sealing/long_term/archive_stamp'
import type { Proofs } from '#app/sealing/long_term/proofs'
import { publishedStatus } from '#app/sealing/long_term/published_status'
import { sealer } from '#app/sealing/seal'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { interruptedFiles } from './interrupted_attempt.js'
import { restampTime } from './restamp_time.js'
import SealAuthority from './seal_authority.js'
import { SealVerification } from './seal_verification.js'
import { SealedPart } from './sealed_part.js'

/** Then it gives up for today: the next round asks for it again. */
const MOST_TRIES = 12
/** From then on a stamp without proofs about the one before it is better than none. */
const URGENT_MS = 7 * DAY_MS

/** Until it is looked at again: its tenant may have gone back by then. */
const LEFT_FOR_MS = 30 * DAY_MS

/** In the unit that adds proofs for the long term. Where no such stamp is wanted, the round finds the document once one is. */
export function askForArchiveStamp({ document, ref }: SealedPart): void {
  const isWanted = sealLevel.value === 'B-LTA'
  document.merge({ restampAt: isWanted ? tomorrow() : clock.now() })
  if (isWanted) Outbox.append({ kind: 'seal.archive', ref })
}

/**
 * The work `seal.archive`: adds a time stamp over a sealed file with its proofs (PAdES B-LTA), or another before the newest ends. The longer
 * file is stored beside the one that is served, and takes its place in one unit with the entry of the trail and the end of the work; an
 * attempt that was interrupted leaves a file that the next one removes. What is served until then stays for those who are downloading it,
 * and `storage:sweep` takes it a day later.
 */
export default async function archive(task: Task): Promise<void> {
  const id = SealedPart.documentIn(task.ref)
  const document = Document.from(await Outbox.hold(task, ...Document.reading(id)))
  const part = document && SealedPart.of(document, task.ref)
  if (!part || !isWanting(part)) return unit(() => Outbox.finish(task))
  try {
    await stamp(part, task)
  } catch (error) {
    const left = error instanceof SealFailed && (await reasonToLeave(part))
    if (left) return leave(part, task, left)
    if (!(error instanceof TimestampRefused) || task.tries < MOST_TRIES) throw error
    const about = { document: part.ref, reason: error.message }
    logger.warn(about, 'it gets no time stamp over its proofs today: no authority has one')
    await unit(() => Outbox.finish(task))
  }
}

async function stamp(part: SealedPart, task: Task): Promise<void> {
  const { document } = part
  const vault = await Vault.open(document)
  const file = await alarmed(() => vault.read(part.file!))
  const roots = (await SealAuthority.roots()).map(({ der }) => der)
  const archived = { file, sealedBytes: part.bytes, roots }
  const known = timestamps.value.roots.map(({ raw }) => raw)
  const chain = await sealer.newestChain({ ...archived, known })
  const proofs = chain && (await proofsOf(chain))
  const made = await sealer.archive({ ...archived, proofs }, timestamps.value.urls)
  refuseUseless(made, part)
  faultPoint('archive.made')
  const interrupted = await interruptedFiles(task, document, vault)
  await vault.write(`sealed-${made.sha256}`, made.bytes)
  faultPoint('archive.stored')
  const isOurs = await unit(async () => {
    const before = part.file
    const isFirst = await Document.change(document.id, (change) =>
      record(part.in(change.document), change, { before, made })
    )
    await Outbox.finish(task)
    return isFirst
  })
  // not before: a worker that slept beyond its lease would remove the file that is on record
  if (isOurs)
    await vault
      .remove(...interrupted.filter((found) => found !== `sealed-${made.sha256}`))
      .catch(() => {})
}

/**
 * Another installation sealed it, from which the tenant came: nothing here tells whether its seal is good, so nothing is added. Nor is it
 * where browsers lack the algorithm of the seal’s own time stamp, which an earlier release took: there is nothing to prove for longer.
 */
async function reasonToLeave(part: SealedPart): Promise<string | null> {
  const vault = await Vault.open(part.document)
  const file = await alarmed(() => vault.read(part.file!))
  const { faults, seal } = await SealVerification.of(file)
  if (faults.includes('foreign_authority')) return 'another installation sealed it'
  return seal?.hasUncheckedTimestamp ? 'that of its seal cannot be checked' : null
}

async function leave({ document, ref }: SealedPart, task: Task, reason: string): Promise<void> {
  logger.warn({ document: ref, reason }, 'it gets no time stamp here')
  const restampAt = new Date(clock.now().getTime() + LEFT_FOR_MS)
  await unit(async () => {
    await Document.change(document.id, (change) => {
      if (change.document.restampAt) change.document.merge({ restampAt })
    })
    await Outbox.finish(task)
  })
}

/** What is said by now of the authority of the newest stamp. @returns null where nothing is published, or can be had any more */
async function proofsOf(chain: Uint8Array[]): Promise<Proofs | null> {
  try {
    const { lists, answers } = await publishedStatus(chain)
    const isPublished = lists.length + answers.length > 0
    return isPublished ? { certificates: chain, lists, answers } : null
  } catch (error) {
    const [signer] = chain.map((der) => new X509Certificate(der))
    if (signer!.validToDate.getTime() - clock.now().getTime() > URGENT_MS) throw error
    return null
  }
}

/** One that ends no later than the one before it makes the file longer, and nothing else. */
function refuseUseless({ provenUntil, algorithms }: Archived, part: SealedPart): void {
  const { retired } = timestamps.value
  const old = algorithms.find((algorithm) => retired.includes(algorithm))
  if (old) throw new TimestampRefused(`its time stamp depends on ${old}`)
  const until = part.laterRevisions.at(-1)?.until
  const isLonger = !until || provenUntil > new Date(until)
  if (!isLonger && !dependsOn(part, retired))
    throw new TimestampRefused('its time stamp ends no later than the one before')
}

function isWanting(part: SealedPart): boolean {
  const { document, laterRevisions } = part
  const { status, isErased, restampAt } = document
  const isAsked = part.number !== null || restampAt !== null
  if (status !== 'completed' || isErased || laterRevisions.length === 0 || !isAsked) return false
  const { until } = laterRevisions.at(-1)!
  // what has ended cannot be prolonged
  const hasEnded = until !== undefined && new Date(until) <= clock.now()
  return !hasEnded && stampTime(part) <= clock.now()
}

/** From when on its next time stamp is wanted. */
function stampTime(part: SealedPart): Date {
  const { until, at } = part.laterRevisions.at(-1)!
  if (!until || dependsOn(part, timestamps.value.retired)) return clock.now()
  return restampTime({ from: new Date(at), until: new Date(until) })
}

/** When the round finds the document: once the first of its files is due, and each day until that has its stamp. */
function roundTime(document: Document): Date {
  const times = provenParts(document).map((part) => stampTime(part).getTime())
  return new Date(Math.max(Math.min(...times), tomorrow().getTime()))
}

/** What the newest stamps of all its files depend on. */
function dependencies(document: Document): string {
  const all = provenParts(document).flatMap(({ stampedWith }) => stampedWith.split(','))
  return [...new Set(all)].filter(Boolean).sort().join()
}

function provenParts(document: Document): SealedPart[] {
  return SealedPart.all(document).filter(({ laterRevisions }) => laterRevisions.length > 0)
}

function tomorrow(): Date {
  return new Date(clock.now().getTime() + DAY_MS)
}

function dependsOn({ stampedWith }: SealedPart, retired: readonly string[]): boolean {
  return stampedWith.split(',').some((algorithm) => retired.includes(algorithm))
}

/** @returns whether it was still the file that the stamp is about */
function record(
  part: SealedPart,
  change: DocumentChange,
  { before, made }: { before: string | null; made: Archived }
): boolean {
  const { document } = change
  if (document.isErased || part.file !== before) return false
  const { sha256, bytes, provenUntil, algorithms } = made
  const now = clock.now()
  const [at, until] = [now.toISOString(), provenUntil.toISOString()]
  const stampedWith = algorithms.join()
  part.add({ sha256, bytes: bytes.length, level: 'B-LTA', at, until, stampedWith })
  document.merge({ stampedWith: dependencies(document), restampAt: roundTime(document) })
  document.merge({ updatedAt: now })
  const details = {
    ...part.detail,
    ...{ sealedSha256: part.sha256, revisionSha256: sha256, level: 'B-LTA', until },
  }
  change.log({ action: 'document.archive_stamped', actor: SYSTEM, details })
  return true
}
