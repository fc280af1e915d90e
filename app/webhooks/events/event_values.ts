import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import { recordQuestionDisclosure, recordValueDisclosure } from '#app/documents/evidence/disclosure'
import { fieldValues } from '#app/documents/field_values'
import { QUESTIONS, questionsBeside } from '#app/signing/questions/question'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { EventType } from './event_types.js'

/** Events that bring values to endpoints that ask for them: the signer's own, in the end everybody's, and the words of questions and answers. */
export const EVENTS_WITH_VALUES = [
  'document.signed',
  'document.completed',
  'signer.asked',
  'signer.answered',
] as const satisfies readonly EventType[]

interface EventBody {
  /** As it was serialised when the event was recorded. */
  body: string
  documentId: string
}

interface Data {
  signer?: { id: string }
  question?: { id: string }
}

/** What is added for endpoints that ask for it. */
interface Disclosed {
  values?: unknown[]
  text?: string
  answer?: unknown
}

type Values = Record<string, unknown>

/**
 * The bodies of events with what had been filled in, or written, when each happened. A signed field changes no more, nor does a question or its
 * answer, so every attempt carries the same bytes, while the values are stored nowhere but under the document's key.
 */
export async function bodiesWithValues(events: readonly EventBody[]): Promise<string[]> {
  const ids = [...new Set(events.map(({ documentId }) => documentId))]
  const answers = await CurrentTenant.batch(
    ids.flatMap((id) => Document.reading(id, { questions: QUESTIONS }))
  )
  const documents = new Map(
    ids.map((id, index) => [id, Document.from(answers.slice(index * 3, index * 3 + 3))])
  )
  return Promise.all(
    events.map(({ body, documentId }) => withValues(body, documents.get(documentId) ?? null))
  )
}

/** The body as somebody reads it: the trail of its document names who saw what signers filled in, or wrote. */
export async function bodyReadBy(by: Actor, event: EventBody): Promise<string> {
  const [body] = await bodiesWithValues([event])
  const { data } = JSON.parse(body) as { data: Disclosed }
  if ((data.values ?? []).length > 0) await recordValueDisclosure(event.documentId, by)
  if (data.text !== undefined || data.answer !== undefined)
    await recordQuestionDisclosure(event.documentId, by)
  return body
}

async function withValues(body: string, document: Document | null): Promise<string> {
  const { event, data } = JSON.parse(body) as { event: string; data: Data }
  const more = data.question
    ? await wordsOf(event, data.question, document)
    : { values: await valuesOf(data, document) }
  return JSON.stringify({ event, data: { ...data, ...more } })
}

async function valuesOf({ signer }: Data, document: Document | null): Promise<Values[]> {
  const found = document ? await fieldValues(document) : new Map()
  return (document?.fields ?? [])
    .filter(({ id, signerId }) => found.has(id) && (!signer || signer.id === signerId))
    .map(({ id, signerId, type }) => ({ id, signerId, type, value: found.get(id) }))
}

/** Nothing of a document that was erased since, or of words that do not open any more. */
async function wordsOf(
  event: string,
  { id }: { id: string },
  document: Document | null
): Promise<Values> {
  const all = document ? await questionsBeside(document) : []
  const { content: asked, answer } = all.find((one) => one.id === id) ?? {}
  const given = event === 'signer.answered' && answer?.content
  return { ...(asked && { text: asked.text }), ...(given && { answer: given }) }
}
