import type { VerifiedEntry } from '#app/audit/verified_trail'
import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import { alarmed } from '#app/documents/evidence/evidence_alarm'
import {
  answerBytes,
  answerName,
  keptQuestions,
  questionFaults,
  type KeptQuestion,
} from '#app/documents/evidence/kept_questions'
import type { VerifiedDocument } from '#app/documents/evidence/verified_document'
import { Vault } from '#app/documents/files/vault'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Part } from './authority_parts.js'
import type { Content } from '../questions/question.js'

export const QUESTIONS_FILE = 'questions.json'

/** Whether the trail tells of any whose asker was not erased. */
export function hasQuestions({ proven }: Pick<VerifiedDocument, 'proven'>): boolean {
  return proven.questions.size > 0
}

/**
 * What signers wrote to the sender, and the answers, with the salts of the commitments in the trail: anybody who has the file can compute these
 * again. Null where nobody wrote, or those who did were erased.
 *
 * @throws EvidenceContradicted where the words are not those that the trail commits to
 */
export async function questionPart(verified: VerifiedDocument): Promise<Part | null> {
  if (!hasQuestions(verified)) return null
  const { document, proven, trail } = verified
  const [kept] = await CurrentTenant.batch([keptQuestions(document.id)] as const)
  const vault = await Vault.open(document)
  const faults = questionFaults(proven, kept, vault)
  if (faults.length > 0)
    return alarmed(() => Promise.reject(new EvidenceContradicted(document.id, faults)))
  const byId = new Map(kept.map((one) => [one.id, one]))
  const answers = new Map(entriesOf(trail.entries, 'question.answered'))
  const asked = entriesOf(trail.entries, 'signer.asked').filter(([id]) => proven.questions.has(id))
  const questions = asked.map(([id, entry]) => {
    const one = byId.get(id)!
    const answer = answers.get(id)
    return {
      ...{ id, signerId: entry.body.actor.id, kind: String(entry.body.details.kind) },
      question: said(entry, { name: id, sealed: one.content, vault }),
      answer: answer ? said(answer, { name: answerName(id), sealed: answerOf(one), vault }) : null,
    }
  })
  const content = { format: 'questions/1', documentId: document.id, questions }
  return { name: QUESTIONS_FILE, bytes: Buffer.from(`${JSON.stringify(content, null, 1)}\n`) }
}

function entriesOf(
  entries: readonly VerifiedEntry[],
  action: string
): [id: string, entry: VerifiedEntry][] {
  return entries
    .filter((entry) => entry.action === action)
    .map((entry) => [String(entry.body.details.questionId), entry])
}

function answerOf({ answer }: KeptQuestion): Buffer {
  return answerBytes(answer!)
}

interface Sealed {
  name: string
  sealed: Buffer
  vault: Vault
}

/** Who wrote what and when; then which entry commits to it, and what it takes to compute that commitment again. */
function said({ sequence, at }: VerifiedEntry, { name, sealed, vault }: Sealed) {
  const value = vault.openValue(name, sealed).toString('utf8')
  const { by, text } = JSON.parse(value) as Content
  const committed = {
    entry: sequence,
    field: name,
    salt: vault.saltOf(name).toString('hex'),
    value,
  }
  return { by, text, at: at.toISOString(), ...committed }
}
