import { withoutSeparators } from '#app/documents/signers/one_time_code'
import {
  DashboardPhrasebook,
  type DashboardKey,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type { Language } from '#app/foundation/phrases/languages'
import { senderFields } from '../sender_values.js'
import type { Template } from '../template.js'
import type { Role } from '../template_content.js'
import type { Person } from '../use.js'
import type { BulkEntry } from './bulk_row.js'

/** What each column means, in the order of the columns: `name:0`, `email:0`, `language:0` and `phone:0` of the first role, `value:` with the name of a field; '' means nothing. */
export type Mapping = readonly string[]

const PARTS = ['name', 'email', 'language', 'phone'] as const

type Part = (typeof PARTS)[number]

/** With the role that they are about. */
const HEADERS = {
  name: 'bulk_sends.header_name',
  email: 'bulk_sends.header_email',
  language: 'bulk_sends.header_language',
  phone: 'bulk_sends.header_phone',
} as const satisfies Record<Part, DashboardKey>

export interface Target {
  id: string
  /** How the head of a column calls it. */
  header: string
  isNeeded: boolean
}

/** Words that heads of columns use, in the languages of people who send. */
const WORDS: Record<Part, readonly string[]> = {
  name: ['name', 'fullname', 'nom', 'nombre', 'naam', 'vorundnachname', 'signer', 'unterzeichner'],
  email: [
    'email',
    'emailaddress',
    'mail',
    'emailadresse',
    'address',
    'courriel',
    'correo',
    'adresse',
  ],
  language: ['language', 'sprache', 'langue', 'idioma', 'taal', 'lang', 'locale'],
  phone: ['phone', 'phonenumber', 'mobile', 'telephone', 'telefon', 'handy', 'mobil', 'telefono'],
}

/** All that the columns of a file for this template may mean. */
export function targetsOf(
  { content: { roles } }: Pick<Template, 'content'>,
  { t } = DashboardPhrasebook.speaking('en')
): Target[] {
  const ofRoles = roles.flatMap((role, index) =>
    partsOf(role).map((part) => ({
      id: `${part}:${index}`,
      header: t(HEADERS[part], { role: role.name }),
      isNeeded: part !== 'language',
    }))
  )
  const ofFields = senderFields(roles).map(({ name }) => ({
    ...{ id: `value:${name}`, header: name, isNeeded: false },
  }))
  return [...ofRoles, ...ofFields]
}

/** A number is asked for where codes go to it, and nowhere else. */
function partsOf({ oneTimeCode }: Role): Part[] {
  return PARTS.filter((part) => part !== 'phone' || oneTimeCode === 'sms')
}

/** What the heads of the columns say: each target once. */
export function guessedMapping(
  template: Pick<Template, 'content'>,
  columns: readonly string[]
): string[] {
  const { roles } = template.content
  const targets = targetsOf(template)
  const taken = new Set<string>()
  return columns.map((column) => {
    const word = plain(column)
    const found = targets.find(({ id }) => !taken.has(id) && namesOf(id, roles).includes(word))
    if (found) taken.add(found.id)
    return found?.id ?? ''
  })
}

/** Of what somebody chose, what there is; the first column of a meaning counts. */
export function soundMapping(
  template: Pick<Template, 'content'>,
  chosen: readonly string[]
): string[] {
  const known = new Set(targetsOf(template).map(({ id }) => id))
  return chosen.map((id, index) => (known.has(id) && chosen.indexOf(id) === index ? id : ''))
}

/** What a row says. */
export function entryOf(
  { content: { roles } }: Pick<Template, 'content'>,
  mapping: Mapping,
  cells: readonly string[]
): BulkEntry {
  const cell = (id: string) => {
    const at = mapping.indexOf(id)
    return at === -1 ? '' : (cells[at] ?? '').trim()
  }
  const people = roles.map(({ name: role }, index): Person => {
    const language = cell(`language:${index}`).toLowerCase()
    const phone = withoutSeparators(cell(`phone:${index}`))
    return {
      ...{ role, name: cell(`name:${index}`), email: cell(`email:${index}`) },
      ...(language && { language: language as Language }),
      ...(phone && { phone }),
    }
  })
  const named = mapping.filter((id) => id.startsWith('value:'))
  const values = named.map((id) => [id.slice('value:'.length), cell(id)])
  return { people, values: Object.fromEntries(values.filter(([, value]) => value !== '')) }
}

function namesOf(id: string, roles: readonly Role[]): string[] {
  const [part, rest] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  if (part === 'value') return [plain(rest)]
  const words = WORDS[part as Part]
  const role = plain(roles[Number(rest)].name)
  const ofRole = words.flatMap((word) => [`${role}${word}`, `${word}${role}`])
  const alone = part === 'name' ? [role] : []
  return [...ofRole, ...alone, ...(roles.length === 1 ? words : [])]
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
