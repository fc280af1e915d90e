import type Document from '#app/documents/document'
import { answerBytes, answerName } from '#app/documents/evidence/kept_questions'
import type { DocumentChange } from '#app/documents/document_change'
import { responsibleOf } from '#app/documents/responsible'
import type Signer from '#app/documents/signers/signer'
import { signerSummary } from '#app/documents/signers/signer_summary'
import { Vault } from '#app/documents/files/vault'
import type { Identity } from '#app/documents/signers/delegations'
import { canonicalJson } from '#app/foundation/canonical_json'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import { newId } from '#app/foundation/identifier'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { insertion, query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import TooManyQuestions from '../errors/too_many_questions.js'
import type { ClientInfo } from '../links/signer_client.js'

/** What a signer may want of the sender: an answer, or the document on paper. */
export const QUESTION_KINDS = ['question', 'paper'] as const

export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** In characters. */
export const LONGEST_QUESTION = 2_000

/** Of one signer about one document: anybody with the link can write. */
export const MOST_QUESTIONS = 10

interface Asked {
  kind: QuestionKind
  text: string
  client: ClientInfo
}

/** What somebody wrote, and what they were called then: somebody else may sign in their place by now. An envelope holds it. */
export interface Content {
  by: Identity
  text: string
}

/** What the sender answered, and who of them. */
export interface Answer {
  /** Null where what is stored does not open any more. */
  content: Content | null
  at: Date
}

/** A question as its reader sees it. */
export interface Question {
  id: string
  signerId: string
  kind: QuestionKind
  /** Null where what is stored does not open any more: nobody can tell who of the signer's place asked. */
  content: Content | null
  at: Date
  /** Null for one that nobody has answered here. */
  answer: Answer | null
}

interface Kept extends Pick<Question, 'id' | 'signerId' | 'kind'> {
  /** Hexadecimal. */
  content: string
  /** ISO 8601. */
  at: string
  /** As PostgreSQL writes bytes into JSON. */
  answer: string | null
  answeredAt: string | null
}

/** Of the row of a document, as JSON; null where there are none. A schema of the release before has no answers. */
export const QUESTIONS = `
  (select jsonb_agg(jsonb_build_object('id', q.id, 'signerId', q.signer_id, 'kind', q.kind,
            'content', encode(q.content, 'hex'), 'at', q.asked_at, 'answer', to_jsonb(q) ->> 'answer',
            'answeredAt', to_jsonb(q) ->> 'answered_at') order by q.asked_at, q.id)
     from signer_questions q where q.document_id = documents.id)`

/**
 * A signer writes to the sender. The trail tells that they did and commits to what they wrote, which is for the sender alone: others who
 * get the finished document do not read it. The same words again are the same message.
 *
 * @throws TooManyQuestions
 */
export async function ask(
  change: DocumentChange,
  signer: Signer,
  { kind, text, client }: Asked
): Promise<void> {
  const { document } = change
  const by = { name: signer.name, email: signer.email }
  const all = await questionsOf(document)
  const asked = all.filter(
    ({ signerId, content }) => signerId === signer.id && content?.by.email === by.email
  )
  if (asked.some((one) => one.kind === kind && one.content?.text === text)) return
  if (asked.length >= MOST_QUESTIONS) throw new TooManyQuestions(MOST_QUESTIONS)
  const { environment } = CurrentTenant.get()
  const id = newId('qst', environment)
  const vault = await Vault.open(document)
  const said = canonicalJson({ by, text } satisfies Content)
  const content = vault.sealValue(id, said)
  const row = { id, document_id: document.id, signer_id: signer.id, kind, content }
  change.write(insertion('signer_questions', [{ ...row, asked_at: tenantClock.now() }]))
  change.log({
    action: 'signer.asked',
    actor: signer.actor(client),
    details: { questionId: id, kind, commitment: vault.commitmentTo(id, said) },
  })
  change.emit('signer.asked', { ...signerSummary(signer), question: { id, kind } })
  // the sandbox tells nobody
  if (environment === 'live') await tell(document, id)
}

/** The one who looks after the document; if they are gone, owners and admins. */
async function tell(document: Document, questionId: string): Promise<void> {
  const [[person]] = await CurrentTenant.batch([responsibleOf(document)] as const)
  await Notice.leave('signer.asked', { questionId }, { to: person?.id })
}

/** What the signers of a document have written, oldest first; nothing once it is erased. */
export async function questionsOf(document: Document): Promise<Question[]> {
  const text = `select ${QUESTIONS} as questions from documents where id = $1`
  const [[row]] = await CurrentTenant.batch([
    query<{ questions: Kept[] | null }>(text, [document.id]),
  ] as const)
  return opened(document, row?.questions ?? [])
}

/** The same of a document that was read with `QUESTIONS` as `questions`. */
export function questionsBeside(document: Document): Promise<Question[]> {
  return opened(document, (document.$extras.questions ?? []) as Kept[])
}

/** One that was tampered with, or put in another's place, hides none of the others. */
async function opened(document: Document, kept: readonly Kept[]): Promise<Question[]> {
  if (document.isErased || kept.length === 0) return []
  const vault = await Vault.open(document)
  return kept.map(({ content, at, answer, answeredAt, ...question }) => ({
    ...question,
    content: contentIn(vault, question.id, Buffer.from(content, 'hex')),
    at: new Date(at),
    answer: answer && answeredAt ? answerOf(question.id, answer, answeredAt) : null,
  }))

  function answerOf(id: string, sealed: string, at: string): Answer {
    return { content: contentIn(vault, answerName(id), answerBytes(sealed)), at: new Date(at) }
  }
}

function contentIn(vault: Vault, name: string, sealed: Buffer): Content | null {
  try {
    return JSON.parse(vault.openValue(name, sealed).toString('utf8'))
  } catch (error) {
    if (error instanceof EnvelopeRefused) return null
    throw error
  }
}
