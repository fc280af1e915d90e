import logger from '@adonisjs/core/services/logger'
import { timestamps } from '#config/timestamps'
import { complete } from '#app/documents/completion'
import Document from '#app/documents/document'
import { Vault } from '#app/documents/vault'
import { faultPoint } from '#app/foundation/fault_point'
import { sealer } from '#app/sealing/seal'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox'
import { giveUpSeal, isHopeless } from './failed_seal.js'
import { askForTimestampLater } from './later_timestamp.js'
import { SealMaterial } from './seal_material.js'

/**
 * The work `seal`: makes the finished PDF, stores it, then completes the document in one unit with the end of the work. Run twice, it
 * makes a second file; the document is completed once. What an attempt that was interrupted has stored is removed by the next: this one
 * has the lease, so the earlier can no longer complete the document with its file. What can never succeed ends the document as `failed`.
 */
export default async function sealDocument(task: Task): Promise<void> {
  const document = Document.from(await Outbox.hold(task, ...Document.reading(task.ref)))
  if (!document?.isSealing) return unit(() => Outbox.finish(task))
  try {
    await seal(document, task)
  } catch (error) {
    if (!isHopeless(error, task)) throw error
    await giveUpSeal(task, error as Error)
  }
}

async function seal(document: Document, task: Task): Promise<void> {
  const material = await SealMaterial.of(document.id)
  const { urls } = timestamps()
  const order = await material.order(urls)
  const { bytes, sha256, pageCount, level } = await sealer.seal(order)
  const isStampedLater = urls.length > 0 && level === 'B-B'
  if (isStampedLater)
    logger.warn({ document: document.id }, 'sealed without a time stamp: no authority had one')
  faultPoint('seal.made')
  const vault = await Vault.open(document)
  if (task.fence > 1) await vault.removeSealed({ except: null })
  await vault.write(`sealed-${sha256}`, bytes)
  faultPoint('seal.stored')
  await unit(async () => {
    const locked = await Document.lock(task.ref)
    if (locked.isSealing) {
      await complete(locked, { sha256, bytes: bytes.length, pageCount, level })
      if (isStampedLater) askForTimestampLater(locked)
    }
    await Outbox.finish(task)
  })
}
