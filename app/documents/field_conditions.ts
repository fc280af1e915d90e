import type { FieldOptions } from './field_kinds/field_options.js'
import { FIELD_KINDS, type FieldType } from './field_kinds/index.js'

/** What of a field decides whether it, or another, is shown. */
export interface Conditional {
  id: string
  type: FieldType
  options?: FieldOptions | null
}

/** @returns what is stored for a field, or will be; nothing where it has no value */
type StoredValue = (id: string) => string | undefined

/** The fields by what conditions call them: each under its key, or with all buttons under the name of its group. */
export function byName<F extends Pick<Conditional, 'options'>>(
  fields: readonly F[]
): ReadonlyMap<string, readonly F[]> {
  const named = fields.filter(({ options }) => nameOf(options) !== undefined)
  return Map.groupBy(named, ({ options }) => nameOf(options)!)
}

/** The radio button that speaks for its group: label, condition and whether one has to be chosen are the group's. */
export function leadOf<F extends Pick<Conditional, 'options'>>(
  field: F,
  named: ReadonlyMap<string, readonly F[]>
): F {
  const group = field.options?.group
  return group === undefined ? field : (named.get(group)?.[0] ?? field)
}

/**
 * Which of the fields are shown to signers, as far as what was entered decides it. A field is hidden while the one that it waits for is hidden,
 * empty, or says something else. Each is decided once, so that this takes as many steps as there are fields.
 *
 * @param fields  all that a condition may name, by position
 * @returns the ids of those that are shown
 */
export function shownFields(
  fields: readonly Conditional[],
  storedValue: StoredValue
): ReadonlySet<string> {
  const named = byName(fields)
  const known = new Map<string, boolean>()
  const isShown = (field: Conditional): boolean => {
    const lead = leadOf(field, named)
    const when = lead.options?.shownWhen
    if (!when) return true
    const before = known.get(lead.id)
    if (before !== undefined) return before
    known.set(lead.id, false) // a circle would end here: drafts have none
    const waitsFor = named.get(when.field) ?? []
    const isMet = waitsFor.some((one) => meets(one, storedValue(one.id), when.is) && isShown(one))
    known.set(lead.id, isMet)
    return isMet
  }
  return new Set(fields.filter(isShown).map(({ id }) => id))
}

function nameOf(options?: FieldOptions | null): string | undefined {
  return options?.group ?? options?.key
}

/**
 * Whether a field that holds this says what a condition asks for.
 *
 * @param stored  nothing where it has no value
 */
export function meets(
  { type, options }: Omit<Conditional, 'id'>,
  stored: string | undefined,
  is: string | boolean
): boolean {
  if (stored === undefined) return false
  if (type === 'checkbox') return is === (stored === 'true')
  if (typeof is !== 'string') return false
  if (type === 'radio') return stored === 'true' && options?.choice === is
  return comparable(type, stored) === comparable(type, is)
}

/** One form of what can be written in several. */
export function comparable(type: FieldType, text: string): string {
  const kind = FIELD_KINDS[type]
  return (!kind.isAdopted && kind.comparable?.(text)) || text.normalize('NFC')
}
