import InvalidValue from '#app/directory/errors/invalid_value'
import { isVisible, printableOf } from '#app/foundation/printable_text'
import { named, type Attribute } from '../schemas/attribute.js'

const MAX_TEXT = 1_024
const MAX_VALUES = 50

/** A value as we keep it. */
export type Value = string | boolean | Complex | Complex[]
export type Complex = { [name: string]: string | boolean | undefined }

/**
 * What a client sent for an attribute. Clients of large providers send booleans as words ("True"), and null for nothing.
 *
 * @returns undefined where nothing is assigned (RFC 7643, 2.5)
 * @throws InvalidValue
 */
export function valueOf(attribute: Attribute, sent: unknown): Value | undefined {
  if (sent === null || sent === undefined) return undefined
  if (attribute.isMultiValued) return listOf(attribute, sent)
  if (attribute.type === 'complex') return complexOf(attribute, sent)
  return attribute.type === 'boolean' ? booleanOf(attribute, sent) : textOf(attribute, sent)
}

/** @returns undefined for one without anything that we know */
export function complexOf(attribute: Attribute, sent: unknown): Complex | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new InvalidValue(`${attribute.name} is an object`)
  const complex: Complex = {}
  for (const [name, value] of Object.entries(sent)) {
    const part = named(attribute.subAttributes ?? [], name)
    if (!part || part.isReadOnly) continue
    const read = valueOf(part, value)
    if (read !== undefined) complex[part.name] = read as string | boolean
  }
  return Object.keys(complex).length > 0 ? complex : undefined
}

/** One value alone counts as a list of it, and a word as the value of one. */
function listOf(attribute: Attribute, sent: unknown): Complex[] | undefined {
  const items = Array.isArray(sent) ? sent : [sent]
  requireFew(attribute, items)
  const list = items
    .map((item) => complexOf(attribute, typeof item === 'string' ? { value: item } : item))
    .filter((item) => item !== undefined)
  return list.length > 0 ? withOnePrimary(list) : undefined
}

/** @throws InvalidValue */
export function requireFew({ name }: Attribute, items: readonly unknown[]): void {
  if (items.length > MAX_VALUES)
    throw new InvalidValue(`${name} holds at most ${MAX_VALUES} values`)
}

/** The last one that says so (RFC 7644, 3.5.2: a new primary value takes it from the others). */
export function withOnePrimary(list: Complex[]): Complex[] {
  const primary = list.findLast((item) => item.primary === true)
  return list.map((item) =>
    item.primary === true && item !== primary ? { ...item, primary: false } : item
  )
}

function booleanOf({ name }: Attribute, sent: unknown): boolean {
  const word = typeof sent === 'string' ? sent.toLowerCase() : sent
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  throw new InvalidValue(`${name} is true or false`)
}

/** Without what does not print: a line break in a name would make a header of a mail, and PostgreSQL keeps no NUL. */
function textOf({ name, isRequired, maxLength = MAX_TEXT }: Attribute, sent: unknown) {
  if (typeof sent !== 'string') throw new InvalidValue(`${name} is a text`)
  const text = printableOf(sent)
  if (text.length > maxLength) throw new InvalidValue(`${name} has at most ${maxLength} characters`)
  if (isVisible(text)) return text
  if (isRequired) throw new InvalidValue(`${name} is empty`)
  return undefined
}
