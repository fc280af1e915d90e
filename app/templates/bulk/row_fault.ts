import type { InputFault } from '#app/foundation/input_refused'
import { embedded } from '#app/foundation/printable_text'
import { nameOfField } from '../sender_values.js'
import type { Template } from '../template.js'
import { isNamed, type Person } from '../use.js'

/** One thing that is wrong with a row, without what somebody typed: see `fault_sentence.ts`. */
export interface RowFault {
  /** Nothing for one that is about the whole row. */
  about?: { role: string } | { field: string }
  /** As `refusals.<language>.json` calls it. */
  code: string
  values?: Record<string, number>
}

/** What is wrong with a row: in English, which programs are told, and as codes. */
export interface FaultyRow {
  fault: string
  faults: readonly RowFault[]
}

/** With the sentence that is said of it, without what it is about. */
export type SaidFault = RowFault & { message: string }

export function faultyRow(said: readonly SaidFault[]): FaultyRow {
  const sentences = said.map(({ about, message }) =>
    stopped(`${prefixOf(about, '“', '”')}${message}`)
  )
  return {
    fault: [...new Set(sentences)].join(' '),
    faults: said.map(({ message, ...fault }) => fault),
  }
}

/** Of a refusal that is about the row alone. */
export function faultsOfRefusal(
  { content: { roles } }: Pick<Template, 'content'>,
  people: readonly Person[],
  faults: readonly InputFault[]
): SaidFault[] {
  return faults.map(({ path: [what, at, part, ...rest], code, message }) => {
    if (what === 'values')
      return { about: { field: String(at) }, code: `row_fault.value_${code}`, message }
    const role = what === 'people' && typeof at === 'number' ? people[at]?.role : undefined
    if (role === undefined) return { code: `draft_fault.${code}`, message }
    if (part !== 'fields')
      return { about: { role }, code: `draft_fault.${formOf(code, part)}`, message }
    const field = roles.find(({ name }) => isNamed(name, role))?.fields[Number(rest[0])]
    const about = field ? { field: nameOfField(field) ?? field.type } : { role }
    return { about, code: `field_fault.${code}`, message }
  })
}

/** Whom or what a sentence is about, before it. */
export function prefixOf(about: RowFault['about'], open: string, close: string): string {
  if (!about) return ''
  return 'role' in about ? `${embedded(about.role)}: ` : `${quotedIn(about.field, open, close)}: `
}

const MOST_QUOTED = 100

export function quotedIn(text: string, open: string, close: string): string {
  const [...letters] = text
  const shown = letters.length > MOST_QUOTED ? `${letters.slice(0, MOST_QUOTED).join('')}…` : text
  return `${open}${embedded(shown)}${close}`
}

function formOf(code: string, part: string | number | undefined): string {
  return code === 'required' && part === 'phone' ? 'phone_required' : code
}

function stopped(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}
