import { LIMITS } from '#app/documents/limits'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { nameOfField, senderFields, type SenderValues } from '#app/templates/sender_values'
import type { Role } from '#app/templates/template_content'

/** What the sender fills in for signers, under one name. */
export interface ValueRow {
  name: string
  kind: 'line' | 'text' | 'choice' | 'tick'
  /** Of which one is chosen. */
  choices: readonly string[]
  /** What the template says; empty for nothing. */
  usual: string
  value: string
  error?: string
}

const KINDS: Partial<Record<string, ValueRow['kind']>> = {
  checkbox: 'tick',
  note: 'text',
  select: 'choice',
}

export function valueRows(
  roles: readonly Role[],
  typed: Record<string, unknown>,
  { t }: DashboardPhrasebook
): ValueRow[] {
  return senderFields(roles).map(({ name, field: { type, options = {} } }, index) => {
    const usual = options.text ?? options.default ?? ''
    return {
      name,
      kind: KINDS[type] ?? 'line',
      choices: options.choices ?? [],
      usual:
        typeof usual === 'string' ? usual : t(usual ? 'templates.ticked' : 'templates.unticked'),
      value: typedText(typed[`at${index}`]),
    }
  })
}

/** Those that say something. */
export function valuesIn(rows: readonly ValueRow[]): SenderValues {
  return Object.fromEntries(
    rows.filter(({ value }) => value !== '').map(({ name, value }) => [name, value])
  )
}

export function checkValues(rows: readonly ValueRow[], phrases: DashboardPhrasebook): void {
  for (const row of rows) {
    const fault = faultOfText(row.value, LIMITS.textValue, phrases)
    if (fault) row.error = fault
  }
}

/** The one that fills in this field of a role. */
export function rowOfField(
  rows: readonly ValueRow[],
  role: Role | undefined,
  index: number
): ValueRow | undefined {
  const field = role?.fields[index]
  const name = field && nameOfField(field)?.toLowerCase()
  return rows.find((row) => row.name.toLowerCase() === name)
}
