import type { Actor } from '#app/audit/actor'
import type Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import type { DraftInput, SignerInput } from '#app/documents/drafts/draft_input'
import type { ReminderPlan } from '#app/documents/reminder_plan'
import DraftRefused from '#app/documents/errors/draft_refused'
import type { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import type { InputFault } from '#app/foundation/input_refused'
import type { Language } from '#app/foundation/phrases/languages'
import { filledRoles, valueFaults, type SenderValues } from './sender_values.js'
import type { Template } from './template.js'
import type { Role } from './template_content.js'
import { TemplateFiles } from './template_files.js'
import TemplateArchived from './errors/template_archived.js'

/** What is asked of one person beyond the role, as of a signer. */
type Asked = Pick<
  SignerInput,
  'identity' | 'accessCode' | 'oneTimeCode' | 'certificate' | 'phone' | 'message'
>

/** Who takes a role, in one document. */
export interface Person extends Asked {
  role: string
  name: string
  email: string
  /** What pages and mails speak to them, until they choose themselves. */
  language?: Language
}

export interface Use {
  people: readonly Person[]
  /** Of fields, by their names: what the sender fills in for the signers. */
  values?: SenderValues
  /** What is not given is as the template says. */
  title?: string
  /** Null for none, whatever the template says. */
  message?: string | null
  expiresInDays?: number
  /** Null for the usual one, whatever the template says. */
  reminders?: ReminderPlan | null
  metadata?: Record<string, string>
  redirectUrl?: string
  allowDelegation?: boolean
  language?: Language
  /** Names of labels that it gets. */
  labels?: readonly string[]
  holderId?: string
  /** The form that asked for it. */
  form?: string
  /** The bulk send of which it is a row. */
  bulkSend?: string
  by: Actor
}

interface Making {
  send: boolean
  within?: (document: Document) => Promise<void>
  /** The file of the template, where it was read already. */
  upload?: AcceptedPdf
}

/**
 * A document of a template, with people in its roles. Each signer's key is the role. A draft, unless it is sent at once.
 *
 * @throws TemplateArchived, DraftRefused, and what a new document may be refused with
 */
export async function documentOf(
  template: Template,
  use: Use,
  { send, within, upload }: Making
): Promise<Document> {
  if (template.isArchived) throw new TemplateArchived()
  const input = draftOf(template, use)
  const file = upload ?? (await TemplateFiles.read(template))
  return ofPeople(template, use.people, () => Draft.create(input, file, { send, within }))
}

/** What a document is drafted from. @throws DraftRefused */
export function draftOf(
  { content, id, version }: Template,
  { people, values = {}, by, title, message, expiresInDays, form, bulkSend, ...use }: Use
): DraftInput {
  const faults = [...peopleFaults(content.roles, people), ...valueFaults(content.roles, values)]
  if (faults.length > 0) throw new DraftRefused(faults)
  return {
    ...use,
    title: title ?? content.title,
    message: (message === undefined ? content.message : message) ?? undefined,
    expiresInDays: expiresInDays ?? content.expiresInDays,
    allowDelegation: use.allowDelegation ?? content.allowDelegation,
    language: use.language ?? content.language,
    signers: filledRoles(content.roles, values).map((role) => signerIn(role, people)),
    reminders: use.reminders === undefined ? content.reminders : use.reminders,
    template: { id, version, ...(form && { form }), ...(bulkSend && { bulkSend }) },
    by,
  }
}

/** What is wrong with a signer is said of the person who was named for the role. */
export async function ofPeople<T>(
  { content: { roles } }: Pick<Template, 'content'>,
  people: readonly Person[],
  work: () => T | Promise<T>
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DraftRefused)) throw error
    const faults = error.faults.map(({ path: [first, index, ...rest], ...fault }) => {
      const at = people.findIndex(({ role }) => isNamed(roles[Number(index)]?.name ?? '', role))
      if (first !== 'signers' || at === -1) return { ...fault, path: [first, index, ...rest] }
      return { ...fault, path: ['people', at, ...rest] }
    })
    throw new DraftRefused(faults)
  }
}

function signerIn(
  { name: key, role: part, inPerson, oneTimeCode, certificate, order, fields }: Role,
  people: readonly Person[]
): SignerInput {
  const person = people.find(({ role }) => isNamed(key, role))!
  return {
    ...{ key, fields },
    ...(part && { role: part }),
    ...(inPerson && { inPerson }),
    // an access code that was agreed with this person takes the place of the role's codes
    ...(oneTimeCode && person.accessCode === undefined && { oneTimeCode }),
    ...(certificate && { certificate }),
    ...withoutRole(person),
    ...(order !== null && { order }),
  }
}

function withoutRole({ role: _, ...person }: Person): Omit<Person, 'role'> {
  return person
}

function peopleFaults(roles: readonly Role[], people: readonly Person[]): InputFault[] {
  const unknown = people.flatMap(({ role }, index) => {
    const isOfTemplate = roles.some(({ name }) => isNamed(name, role))
    const isFirst = people.findIndex((other) => isNamed(other.role, role)) === index
    if (isOfTemplate && isFirst) return []
    const message = isOfTemplate
      ? 'Somebody else has this role already'
      : 'The template has no role of this name'
    const code = isOfTemplate ? 'duplicate' : 'unknown_role'
    return [{ path: ['people', index, 'role'], code, message }]
  })
  const empty = roles.filter(({ name }) => !people.some(({ role }) => isNamed(name, role)))
  return [
    ...unknown,
    ...empty.map(({ name }) => {
      const message = `Nobody has the role ${name}`
      return { path: ['people'], code: 'role_empty', message }
    }),
  ]
}

export function isNamed(role: string, other: string): boolean {
  return role.toLowerCase() === other.toLowerCase()
}
