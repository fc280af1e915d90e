import logger from '@adonisjs/core/services/logger'
import { Vault } from '#app/documents/files/vault'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Tracing } from '#app/foundation/tracing/tracing'
import { timestamps } from '#app/sealing/configuration'
import type { Sealed } from '#app/sealing/seal'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { giveUpSeal, isHopeless } from './failed_seal.js'
import { askForTimestampLater } from './later_timestamp.js'
import { askForLongTermProofs } from './long_term_work.js'
import { prepared } from './seal_figures.js'
import { SealMaterial } from './seal_material.js'
import { SealedPart } from './sealed_part.js'
import { sealFiles } from './sealed_files.js'

/**
 * The work `seal`: makes the finished PDF, stores it, then completes the document in one unit with the end of the work. Run twice, it
 * makes a second file; the document is completed once. What attempts that were interrupted have stored is removed once the document is
 * completed, and only by the worker that completed it: one that slept beyond its lease would otherwise remove the file on record. What can
 * never succeed ends the document as `failed`.
 */
export default async function sealDocument(task: Task): Promise<void> {
  try {
    const material = await prepared(SealMaterial.forWork(task))
    if (!material) return await unit(() => Outbox.finish(task))
    await seal(material, task)
  } catch (error) {
    if (!isHopeless(error, task)) throw error
    await giveUpSeal(task, error as Error)
  }
}

async function seal(material: SealMaterial, task: Task): Promise<void> {
  const { document } = material
  const { urls } = timestamps.value
  const made = await Tracing.span({ name: 'seal' }, () => sealFiles(material, urls))
  const all = [made.whole, ...made.files]
  if (urls.length > 0 && all.some(({ level }) => level === 'B-B'))
    logger.warn({ document: document.id }, 'sealed without a time stamp: no authority had one')
  faultPoint('seal.made')
  const vault = await Vault.open(document)
  const names = all.map(({ sha256 }) => `sealed-${sha256}` as const)
  const interrupted = task.fence > 1 ? await vault.sealedFiles({ except: names }) : []
  await Promise.all(all.map(({ bytes }, index) => vault.write(names[index]!, bytes)))
  faultPoint('seal.stored')
  const isOurs = await unit(async () => {
    const files = made.files.map(stored)
    const isFirst = await document.complete({ ...stored(made.whole), files })
    if (isFirst) SealedPart.all(document).forEach((part, index) => askLater(part, all[index]!))
    await Outbox.finish(task)
    return isFirst
  })
  // what cannot be removed now is found by the sweep of storage
  if (isOurs) await vault.remove(...interrupted).catch(() => {})
}

/** What is to be added to a seal once it can be had. */
function askLater(part: SealedPart, { level }: Sealed): void {
  if (level === 'B-T') askForLongTermProofs(part)
  else if (timestamps.value.urls.length > 0) askForTimestampLater(part)
}

function stored({ sha256, bytes, pageCount, level }: Sealed) {
  return { sha256, bytes: bytes.length, pageCount, level }
}
