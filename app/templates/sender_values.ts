import type { InputFault } from '#app/foundation/input_refused'
import { FIELD_KINDS } from '#app/documents/field_kinds/index'
import type { FieldOptions } from '#app/documents/field_kinds/field_options'
import type { Role, RoleField } from './template_content.js'

/** By the name of a field, whatever its case. */
export type SenderValues = Readonly<Record<string, string>>

const YES = /^(?:yes|true|1|x|ja|oui|sí|si)$/i
const NO = /^(?:no|false|0|nein|non|nee)$/i

/** Fields that a sender can fill in for signers, under one name. */
export interface SenderField {
  /** The key of each, or else its label. */
  name: string
  /** The first of them, as the fields stand. */
  field: RoleField
}

/** Each name once, as the fields stand. */
export function senderFields(roles: readonly Role[]): SenderField[] {
  const named = new Map<string, SenderField>()
  for (const field of roles.flatMap(({ fields }) => fields)) {
    const name = nameOfField(field)
    if (name !== null && !named.has(name.toLowerCase()))
      named.set(name.toLowerCase(), { name, field })
  }
  return [...named.values()]
}

/** Null for one that only its signer fills in. */
export function nameOfField({ type, options = {} }: RoleField): string | null {
  const takes: readonly string[] = FIELD_KINDS[type].options
  const isFilled = type !== 'radio' && (takes.includes('text') || takes.includes('default'))
  return isFilled ? (options.key ?? options.label ?? null) : null
}

/** The roles with these values in their fields. An empty value leaves what the template says. */
export function filledRoles(roles: readonly Role[], values: SenderValues): Role[] {
  const byName = new Map(
    Object.entries(values).map(([name, value]) => [name.toLowerCase(), value.trim()])
  )
  return roles.map((role) => ({
    ...role,
    fields: role.fields.map((field) => {
      const value = byName.get(nameOfField(field)?.toLowerCase() ?? '')
      return value ? { ...field, options: filled(field, value) } : field
    }),
  }))
}

/** What is wrong with the names, and with what stands for a tick. What signers could not enter is found when the document is planned. */
export function valueFaults(roles: readonly Role[], values: SenderValues): InputFault[] {
  const fields = roles.flatMap((role) => role.fields)
  return Object.entries(values).flatMap(([name, value]): InputFault[] => {
    const named = fields.filter((one) => nameOfField(one)?.toLowerCase() === name.toLowerCase())
    const path = ['values', name]
    if (named.length === 0)
      return [{ path, code: 'unknown_field', message: 'The template has no such field to fill in' }]
    const word = value.trim()
    const isTick = named.some(({ type }) => type === 'checkbox')
    if (!isTick || word === '' || YES.test(word) || NO.test(word)) return []
    return [{ path, code: 'type', message: 'Write yes or no' }]
  })
}

function filled({ type, options }: RoleField, value: string): FieldOptions {
  if (type === 'note') return { ...options, text: value }
  return { ...options, default: type === 'checkbox' ? YES.test(value) : value }
}
