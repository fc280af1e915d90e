import type { ReadEntry } from '#app/audit/audit_trail'
import { isErased, type NamedValues } from '#app/audit/erased_values'
import { canonicalJson } from '#app/foundation/canonical_json'
import type { SentSigner } from './sent_facts.js'
import type Signer from './signers/signer.js'

/** What a trail says of a person who is no longer asked to sign. */
export interface PersonsValues {
  named: NamedValues
  /** Who was asked, as the trail said it, without the person; missing where that does not name them. */
  signers?: string
  /** The ids of what they wrote to the sender. */
  questions: string[]
  /** The entries by which others came in their place. */
  replacements: string[]
}

/** What puts another person in a signer's place. */
const REPLACING = new Set(['signer.corrected', 'signer.delegated'])
/** Of somebody who acts. */
const OF_ACTOR = ['actorName', 'ipAddress', 'userAgent', 'email', 'to', 'reason', 'fileName']
/** Of somebody else, whom an entry is about. */
const OF_SUBJECT = ['email', 'to']

/**
 * Finds the values of an address in a trail: of those entries that were written while it was in a signer's place, and of those that put it there
 * and replaced it. A name or number that who stands there now has as well is theirs.
 */
export function personsValues(
  entries: readonly ReadEntry[],
  signers: readonly Signer[],
  email: string
): PersonsValues {
  const is = (address: string | undefined) => address?.toLowerCase() === email.toLowerCase()
  const found = new Map<number, Set<string>>()
  const add = ({ sequence, personal }: ReadEntry, fields: readonly string[]) => {
    const said = fields.filter((field) => personal[field] !== undefined)
    if (said.length > 0) found.set(sequence, new Set([...(found.get(sequence) ?? []), ...said]))
  }
  const questions: string[] = []
  const replacements: string[] = []
  for (const signer of signers) {
    let isThere = is(firstAddress(entries, signer))
    for (const entry of entries) {
      const { action, body, personal } = entry
      const isActor = body.actor.type === 'signer' && body.actor.id === signer.id
      const isSubject = body.details.signerId === signer.id
      if (isThere && isActor) add(entry, OF_ACTOR)
      if (isThere && isActor && action === 'signer.asked')
        questions.push(String(body.details.questionId))
      if (!REPLACING.has(action) || !isSubject) {
        if (isSubject && (isThere || is(personal.email))) add(entry, OF_SUBJECT)
        continue
      }
      if (is(personal.emailBefore)) replacements.push(entry.id)
      if (isThere) add(entry, besides(signer, entry, 'Before'))
      if (personal.emailAfter !== undefined || isErased(entry, 'emailAfter'))
        isThere = is(personal.emailAfter)
      if (isThere) add(entry, besides(signer, entry, 'After'))
    }
  }
  const sent = entries.findLast(({ personal }) => personal.signers !== undefined)
  const asked = sent && without(sent, signers, is)
  if (asked) add(sent, ['signers'])
  const named = [...found].map(([sequence, fields]) => [sequence, [...fields].sort()] as const)
  const all = { named: Object.fromEntries(named), questions, replacements }
  return asked ? { ...all, signers: asked } : all
}

/** The address that the first change of a place took from it. */
function firstAddress(entries: readonly ReadEntry[], { id }: Signer): string | undefined {
  const first = entries.find(
    ({ action, body }) =>
      REPLACING.has(action) && body.details.signerId === id && body.personal?.emailBefore
  )
  return first?.personal.emailBefore
}

function besides({ name, phone }: Signer, { personal }: ReadEntry, when: 'Before' | 'After') {
  return [
    `email${when}`,
    ...(personal[`name${when}`] === name ? [] : [`name${when}`]),
    ...(personal[`phone${when}`] === phone ? [] : [`phone${when}`]),
  ]
}

/** @returns null where they are not among those who were asked */
function without(
  { personal }: ReadEntry,
  signers: readonly Signer[],
  is: (address: string) => boolean
): string | null {
  const asked = JSON.parse(personal.signers!) as SentSigner[]
  if (!asked.some(({ email }) => is(email))) return null
  const rows = new Map(signers.map((signer) => [signer.id, signer]))
  return canonicalJson(
    asked.map(({ phone, ...one }) => {
      const isTheirs = !is(one.email)
      const row = rows.get(one.id)
      return {
        ...one,
        ...(!isTheirs && { email: '', name: row?.name === one.name ? one.name : '' }),
        ...(phone && (isTheirs || row?.phone === phone) && { phone }),
      }
    })
  )
}
