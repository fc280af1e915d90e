import logger from '@adonisjs/core/services/logger'
import { Vault } from '#app/documents/files/vault'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Tracing } from '#app/foundation/tracing/tracing'
import { sealer } from '#app/sealing/seal'
import { timestamps } from '#app/sealing/configuration'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { giveUpSeal, isHopeless } from './failed_seal.js'
import { askForTimestampLater } from './later_timestamp.js'
import { askForLongTermProofs } from './long_term_work.js'
import { measured } from './seal_figures.js'
import { SealMaterial } from './seal_material.js'

/**
 * The work `seal`: makes the finished PDF, stores it, then completes the document in one unit with the end of the work. Run twice, it
 * makes a second file; the document is completed once. What attempts that were interrupted have stored is removed once the document is
 * completed, and only by the worker that completed it: one that slept beyond its lease would otherwise remove the file on record. What can
 * never succeed ends the document as `failed`.
 */
export default async function sealDocument(task: Task): Promise<void> {
  try {
    const material = await SealMaterial.forWork(task)
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
  const order = await material.order(urls)
  const { bytes, sha256, pageCount, level } = await measured(
    Tracing.span({ name: 'seal' }, () => sealer.seal(order))
  )
  const isStampedLater = urls.length > 0 && level === 'B-B'
  if (isStampedLater)
    logger.warn({ document: document.id }, 'sealed without a time stamp: no authority had one')
  faultPoint('seal.made')
  const vault = await Vault.open(document)
  const interrupted =
    task.fence > 1 ? await vault.sealedFiles({ except: [`sealed-${sha256}`] }) : []
  await vault.write(`sealed-${sha256}`, bytes)
  faultPoint('seal.stored')
  const isOurs = await unit(async () => {
    const isFirst = await document.complete({ sha256, bytes: bytes.length, pageCount, level })
    if (isFirst && isStampedLater) askForTimestampLater(document)
    if (isFirst && level === 'B-T') askForLongTermProofs(document)
    await Outbox.finish(task)
    return isFirst
  })
  // what cannot be removed now is found by the sweep of storage
  if (isOurs) await vault.remove(...interrupted).catch(() => {})
}
