import { X509Certificate } from 'node:crypto'
import logger from '@adonisjs/core/services/logger'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { alarmed } from '#app/documents/evidence/evidence_alarm'
import { Vault } from '#app/documents/files/vault'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { sealLevel, timestamps } from '#app/sealing/configuration'
import SealFailed from '#app/sealing/errors/seal_failed'
import TimestampRefused from '#app/sealing/errors/timestamp_refused'
import { revocationsOf } from '#app/sealing/revocation'
import { sealer } from '#app/sealing/seal'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { askForArchiveStamp } from './archive_work.js'
import CertificateRevocation from './certificate_revocation.js'
import { interruptedFiles } from './interrupted_attempt.js'
import SealAuthority from './seal_authority.js'
import { SealVerification } from './seal_verification.js'
import { SealedPart } from './sealed_part.js'
import { statusProofs } from './status_proofs.js'

/** What was revoked while the document was being signed is published by then; and who was told of its completion has fetched it. */
const GRACE_MS = 5 * MINUTE_MS

/** What is not published by then never will be, and the seal stays B-T. Tries are an hour apart at most. */
const GIVEN_UP_AFTER_MS = 14 * DAY_MS

const GIVEN_UP = 'its seal gets no proofs for the long term'

interface Raised {
  sha256: string
  bytes: number
}

/** In the unit that completes a document whose seal has a time stamp, or adds one. Files that others signed before are left as they are. */
export function askForLongTermProofs({ ref, document }: SealedPart): void {
  if (sealLevel.value === 'B-T' || document.isCountersigned) return
  const dueAt = new Date(tenantClock.now().getTime() + GRACE_MS)
  Outbox.append({ kind: 'seal.long_term', ref, dueAt })
}

/**
 * The work `seal.long_term`: adds proofs for the long term behind a seal with a time stamp. The longer file is stored beside the one that is
 * served, and takes its place in one unit with the entry of the trail and the end of the work; an attempt that was interrupted leaves a file
 * that the next one removes. What is served until then stays for those who are downloading it, and `storage:sweep` takes it a day later.
 */
export default async function addLongTermProofs(task: Task): Promise<void> {
  const id = SealedPart.documentIn(task.ref)
  const document = Document.from(await Outbox.hold(task, ...Document.reading(id)))
  const part = document && SealedPart.of(document, task.ref)
  if (!part || !isWanting(part)) return unit(() => Outbox.finish(task))
  try {
    await raise(part, task)
  } catch (error) {
    if (error instanceof SealFailed && (await isUncheckable(part)))
      return leave(task, 'time_stamp_unchecked')
    const reason = reasonOf(error)
    if (!reason || !isTooLate(part)) throw error
    logger.warn({ document: task.ref, reason, error: (error as Error).message }, GIVEN_UP)
    await unit(async () => {
      await Document.change(document.id, (change) =>
        recordMissing(part.in(change.document), change, reason)
      )
      await Outbox.finish(task)
    })
  }
}

async function raise(part: SealedPart, task: Task): Promise<void> {
  const { document } = part
  const vault = await Vault.open(document)
  const sealed = await alarmed(() => vault.read(part.file!))
  const roots = (await SealAuthority.roots()).map(({ der }) => der)
  const known = timestamps.value.roots.map(({ raw }) => raw)
  const chains = await sealer.chainsOf({ sealed, roots, known })
  if (await isRevoked(chains.seal, document.completedAt!)) return leave(task, 'revoked')
  const proofs = await statusProofs(chains)
  const { bytes, sha256 } = await sealer.addProofs({ sealed, roots, proofs })
  faultPoint('long_term.made')
  const interrupted = await interruptedFiles(task, document, vault)
  await vault.write(`sealed-${sha256}`, bytes)
  faultPoint('long_term.stored')
  const isOurs = await unit(async () => {
    const raised = { sha256, bytes: bytes.length }
    const isFirst = await Document.change(document.id, (change) =>
      record(part.in(change.document), change, raised)
    )
    await Outbox.finish(task)
    return isFirst
  })
  // not before: a worker that slept beyond its lease would remove the file that is on record
  if (isOurs)
    await vault.remove(...interrupted.filter((file) => file !== `sealed-${sha256}`)).catch(() => {})
}

/** What does not count any more is not raised. @param chain  DER */
async function isRevoked(chain: readonly Uint8Array[], at: Date): Promise<boolean> {
  const serials = chain.map((der) => new X509Certificate(der).serialNumber)
  const revocations = revocationsOf(serials, await CertificateRevocation.known())
  return revocations.some(({ revokedAt }) => revokedAt <= at)
}

/** An earlier release took its time stamp, whose algorithm browsers lack: it will never count. */
async function isUncheckable({ document, file }: SealedPart): Promise<boolean> {
  const vault = await Vault.open(document)
  const { seal } = await SealVerification.of(await alarmed(() => vault.read(file!)))
  return seal?.hasUncheckedTimestamp ?? false
}

async function leave(task: Task, reason: string): Promise<void> {
  logger.warn({ document: task.ref, reason }, GIVEN_UP)
  await unit(() => Outbox.finish(task))
}

/** Why there are no proofs so far: an issuer publishes nothing, or does not say that its certificate was good. Null for what has nothing to do with issuers. */
function reasonOf(error: unknown): 'not_published' | 'not_good' | null {
  if (error instanceof TimestampRefused) return 'not_published'
  return error instanceof SealFailed ? 'not_good' : null
}

function isWanting({ document, level, laterRevisions }: SealedPart): boolean {
  const isStamped = document.status === 'completed' && !document.isErased && level === 'B-T'
  return isStamped && laterRevisions.length === 0
}

function isTooLate({ document: { completedAt } }: SealedPart): boolean {
  return tenantClock.now().getTime() - completedAt!.getTime() > GIVEN_UP_AFTER_MS
}

/** It stays as it is, and its trail says so. */
function recordMissing(part: SealedPart, change: DocumentChange, reason: string): void {
  if (!isWanting(part)) return
  const details = { ...part.detail, sealedSha256: part.sha256, level: part.level, reason }
  change.log({ action: 'document.proofs_missing', actor: SYSTEM, details })
}

/** @returns whether it had no proofs yet */
function record(part: SealedPart, change: DocumentChange, { sha256, bytes }: Raised): boolean {
  if (!isWanting(part)) return false
  const now = tenantClock.now()
  part.add({ sha256, bytes, level: 'B-LT', at: now.toISOString() })
  change.document.merge({ updatedAt: now })
  askForArchiveStamp(part)
  const details = {
    ...part.detail,
    ...{ sealedSha256: part.sha256, revisionSha256: sha256, level: 'B-LT' },
  }
  change.log({ action: 'document.proofs_added', actor: SYSTEM, details })
  return true
}
