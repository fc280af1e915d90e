import DraftRefused from '#app/documents/errors/draft_refused'
import { LIMITS } from '#app/documents/limits'
import type { InputPath } from '#app/foundation/input_path'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultIn, refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isRefusal } from '#app/foundation/refusal'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { SenderValues } from '#app/templates/sender_values'
import type { Template } from '#app/templates/template'
import type { Role } from '#app/templates/template_content'
import type { Person } from '#app/templates/use'
import { isOfPlan } from '../plan_refusal.js'
import { faultsOfRole, PARTS, personIn, roleRow, type RoleRow } from './role_row.js'
import { checkValues, rowOfField, valueRows, valuesIn, type ValueRow } from './value_row.js'

type Input = { title: string; message: string | null; people: Person[]; values: SenderValues }

interface Filled {
  title: string
  message: string
  rows: RoleRow[]
  /** Fields that the sender may fill in. */
  fields: ValueRow[]
}

/** The form that fills people into the roles of a template, and values into its fields. */
export class UseForm {
  readonly errors: Partial<Record<'form' | 'title' | 'message', string>> = {}
  isOfPlan = false

  private constructor(
    readonly values: Filled,
    private readonly roles: readonly Role[],
    readonly isToBeSent: boolean
  ) {}

  static blank({ content }: Template, phrases: DashboardPhrasebook): UseForm {
    const { title, message, roles } = content
    const rows = roles.map((role) => roleRow(role, {}))
    const fields = valueRows(roles, {}, phrases)
    return new UseForm({ title, message: message ?? '', rows, fields }, roles, false)
  }

  static of(
    { content: { roles } }: Template,
    sent: Record<string, unknown>,
    phrases: DashboardPhrasebook
  ): UseForm {
    const people = partsOf<Record<string, unknown>>(sent.people)
    const values = {
      title: typedText(sent.title),
      message: typedText(sent.message),
      rows: roles.map((role, index) => roleRow(role, partsOf(people[index]))),
      fields: valueRows(roles, partsOf(sent.values), phrases),
    }
    return new UseForm(values, roles, sent.send === 'yes')
  }

  /** @returns null where something is wrong, which `errors` then tells @throws what is not about the form */
  async attempt<T>(
    phrases: DashboardPhrasebook,
    work: (input: Input) => Promise<T>
  ): Promise<T | null> {
    this.#check(phrases)
    if (this.#isFaulty) return null
    const { title, message, rows, fields } = this.values
    try {
      const people = rows.map(personIn)
      return await work({ title, message: message || null, people, values: valuesIn(fields) })
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      if (error instanceof DraftRefused) this.#blame(error, phrases)
      else {
        this.isOfPlan = isOfPlan(error)
        this.errors.form = refusalIn(phrases, error)
      }
      return null
    }
  }

  #check(phrases: DashboardPhrasebook): void {
    const { title, message, rows, fields } = this.values
    const ofTitle = title
      ? faultOfLine(title, LIMITS.title, phrases)
      : phrases.t('templates.untitled_document')
    const ofMessage = faultOfText(message, LIMITS.message, phrases)
    if (ofTitle) this.errors.title = ofTitle
    if (ofMessage) this.errors.message = ofMessage
    for (const row of rows) row.errors = faultsOfRole(row, phrases)
    checkValues(fields, phrases)
  }

  #blame({ faults }: DraftRefused, phrases: DashboardPhrasebook): void {
    for (const fault of faults) {
      const said = faultIn(phrases, fault)
      const row = fault.path[0] === 'people' ? this.values.rows[Number(fault.path[1])] : undefined
      const part = PARTS.find((one) => one === fault.path[2])
      const value = this.#valueAt(fault.path)
      if (row && part) row.errors[part] = said
      else if (value) value.error = said
      else this.errors[fault.path[0] === 'title' ? 'title' : 'form'] = said
    }
  }

  /** What was filled in, whether its name is wrong or what signers could not have entered. */
  #valueAt([first, name, part, index]: InputPath): ValueRow | undefined {
    const { fields, rows } = this.values
    if (first === 'values') return fields.find((row) => row.name === name)
    if (first !== 'people' || part !== 'fields') return undefined
    const role = this.roles.find((one) => one.name === rows[Number(name)]?.role)
    return rowOfField(fields, role, Number(index))
  }

  get #isFaulty(): boolean {
    const { rows, fields } = this.values
    return (
      Object.keys(this.errors).length > 0 ||
      rows.some(({ errors }) => Object.keys(errors).length > 0) ||
      fields.some(({ error }) => error)
    )
  }
}

function partsOf<T>(sent: unknown): Record<string, T> {
  return typeof sent === 'object' && sent !== null ? (sent as Record<string, T>) : {}
}
