import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { byName, comparable, leadOf } from '../field_conditions.js'
import { FIELD_KINDS, type FieldType } from '../field_kinds/index.js'
import type { FieldOptions, ShownWhen } from '../field_kinds/field_options.js'
import { optionFaults } from './option_faults.js'

/** A field of a draft with its signer and where it stands in what was sent. */
export interface DraftedField {
  id: string
  type: FieldType
  options?: FieldOptions
  /** Its number in the draft. */
  signer: number
  /** Lower ones sign first. */
  turn: number
  path: InputPath
}

type Named = ReadonlyMap<string, readonly DraftedField[]>

/** What is wrong with the options of a draft's fields, each by itself and between them. */
export function ruleFaults(fields: readonly DraftedField[]): InputFault[] {
  const faults = fields.flatMap(({ type, options = {}, path }) => optionFaults(type, options, path))
  if (faults.length > 0) return faults
  const named = byName(fields)
  return fields.flatMap((field) => [
    ...nameFaults(field, named),
    ...groupFaults(field, named),
    ...conditionFaults(field, named),
  ])
}

function fault({ path }: DraftedField, name: string, code: string, message: string): InputFault {
  return { path: [...path, 'options', name], code, message }
}

function nameFaults(field: DraftedField, named: Named): InputFault[] {
  const key = field.options?.key
  if (key === undefined || named.get(key)?.length === 1) return []
  return [fault(field, 'key', 'duplicate', `Another field or group is called ${key}`)]
}

function groupFaults(field: DraftedField, named: Named): InputFault[] {
  const { group, choice } = field.options ?? {}
  if (group === undefined) return []
  const buttons = named.get(group) ?? []
  const lead = leadOf(field, named)
  const faults: InputFault[] = []
  if (field.signer !== lead.signer)
    faults.push(fault(field, 'group', 'two_signers', 'A group of buttons is for one signer'))
  if (buttons.find(({ options }) => options?.choice === choice) !== field)
    faults.push(fault(field, 'choice', 'duplicate', `The group ${group} has this choice already`))
  if (field !== lead) faults.push(...differing(field, lead))
  if (buttons.filter(({ options }) => options?.default).length > 1 && field === lead)
    faults.push(fault(field, 'default', 'duplicate', 'Only one button of a group can be chosen'))
  return faults
}

/** What is said of a group is said at its first button; the others may repeat it. */
function differing(field: DraftedField, lead: DraftedField): InputFault[] {
  const names = ['label', 'help', 'required', 'shownWhen'] as const
  return names
    .filter((name) => field.options?.[name] !== undefined)
    .filter(
      (name) => JSON.stringify(field.options?.[name]) !== JSON.stringify(lead.options?.[name])
    )
    .map((name) =>
      fault(field, name, 'group_differs', `Set ${name} at the first button of the group only`)
    )
}

function conditionFaults(field: DraftedField, named: Named): InputFault[] {
  const when = field.options?.shownWhen
  if (!when || field !== leadOf(field, named)) return []
  const refused = (code: string, message: string) => [fault(field, 'shownWhen', code, message)]
  const targets = named.get(when.field) ?? []
  const [target] = targets
  if (!target) return refused('unknown_field', `No field or group is called ${when.field}`)
  if (FIELD_KINDS[target.type].isAdopted)
    return refused('not_comparable', `${when.field} has no value to compare with`)
  if (!isPossible(when, targets))
    return refused('not_a_choice', `${when.field} can never be ${JSON.stringify(when.is)}`)
  if (target.signer !== field.signer && target.turn >= field.turn)
    return refused(
      'signs_later',
      `The signer of ${when.field} has to sign in an earlier step: set their order`
    )
  return isCircular(field, named) ? refused('circular', 'These conditions wait for each other') : []
}

function isPossible({ is }: ShownWhen, targets: readonly DraftedField[]): boolean {
  const [{ type, options }] = targets
  if (type === 'checkbox') return typeof is === 'boolean'
  if (typeof is !== 'string') return false
  if (type === 'radio') return targets.some((button) => button.options?.choice === is)
  if (type === 'select') return Boolean(options?.choices?.includes(is))
  const kind = FIELD_KINDS[type]
  if (kind.isAdopted || type === 'date') return true
  return !('fault' in kind.read(comparable(type, is), { ...options, required: false }))
}

function isCircular(field: DraftedField, named: Named): boolean {
  const met = new Set<DraftedField>()
  let at: DraftedField | undefined = field
  while (at) {
    if (met.has(at)) return true
    met.add(at)
    const name: string | undefined = at.options?.shownWhen?.field
    const [next]: readonly DraftedField[] = named.get(name ?? '') ?? []
    at = next && leadOf(next, named)
  }
  return false
}
