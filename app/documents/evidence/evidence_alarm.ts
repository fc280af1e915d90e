import logger from '@adonisjs/core/services/logger'
import { LRUCache } from 'lru-cache'
import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import FileDamaged from '../errors/file_damaged.js'

const ONCE_IN_MS = 10 * 60_000

/** Documents that this process has raised the alarm for: one that is asked for all the time is one alarm. */
const raised = new LRUCache<string, true>({ max: 10_000, ttl: ONCE_IN_MS })

/**
 * Does something with evidence; where that turns out to be contradicted or damaged, operators are alerted before the error goes on.
 * Not inside a unit, which would take the alarm back.
 */
export async function alarmed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EvidenceContradicted || error instanceof FileDamaged)
      await raise(error.documentId, error.code ?? '', error.findings)
    throw error
  }
}

/**
 * An alarm is a line in the log and the work `evidence.check`, which goes on failing, and so stands among the stuck work of the
 * operators' console, until the evidence agrees again.
 */
export async function raise(
  documentId: string,
  code: string,
  findings: readonly string[]
): Promise<void> {
  const { tenant, environment } = CurrentTenant.get()
  if (raised.has(documentId)) return
  raised.set(documentId, true)
  const about = { alarm: 'evidence', code, tenant: tenant.id, environment, documentId, findings }
  logger.error(about, 'evidence check failed')
  await unit(async () => Outbox.append({ kind: 'evidence.check', ref: documentId }))
}
