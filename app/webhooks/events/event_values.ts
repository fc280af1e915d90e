import Document from '#app/documents/document'
import { fieldValues } from '#app/documents/field_values'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { EventType } from './event_types.js'

/** Events that bring values to endpoints that ask for them: the signer's own, and in the end everybody's. */
export const EVENTS_WITH_VALUES = [
  'document.signed',
  'document.completed',
] as const satisfies readonly EventType[]

interface EventBody {
  /** As it was serialised when the event was recorded. */
  body: string
  documentId: string
}

interface Data {
  signer?: { id: string }
}

/**
 * The bodies of events with `data.values`: what had been filled in when each happened. A signed field changes no more, so every attempt carries the
 * same bytes, while the values are stored nowhere but under the document's key.
 */
export async function bodiesWithValues(events: readonly EventBody[]): Promise<string[]> {
  const ids = [...new Set(events.map(({ documentId }) => documentId))]
  const answers = await CurrentTenant.batch(ids.flatMap((id) => Document.reading(id)))
  const documents = new Map(
    ids.map((id, index) => [id, Document.from(answers.slice(index * 3, index * 3 + 3))])
  )
  return Promise.all(
    events.map(({ body, documentId }) => withValues(body, documents.get(documentId) ?? null))
  )
}

async function withValues(body: string, document: Document | null): Promise<string> {
  const { event, data } = JSON.parse(body) as { event: string; data: Data }
  const found = document ? await fieldValues(document) : new Map()
  const { signer } = data
  const values = (document?.fields ?? [])
    .filter(({ id, signerId }) => found.has(id) && (!signer || signer.id === signerId))
    .map(({ id, signerId, type }) => ({ id, signerId, type, value: found.get(id) }))
  return JSON.stringify({ event, data: { ...data, values } })
}
