import DraftRefused from '#app/documents/errors/draft_refused'
import { withoutSeparators } from '#app/documents/signers/one_time_code'
import { LIMITS } from '#app/documents/limits'
import { isEmailAddress } from '#app/foundation/email_address'
import { isRefusal } from '#app/foundation/refusal'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultIn, refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { Template } from '#app/templates/template'
import type { Role } from '#app/templates/template_content'
import type { Person } from '#app/templates/use'
import { isOfPlan } from '../plan_refusal.js'

interface RoleRow {
  role: string
  /** Whether the person signs nothing. */
  getsCopy: boolean
  name: string
  email: string
  /** Where codes by SMS go; null where the role has none. */
  phone: string | null
  order: number | null
  errors: Partial<Record<Part, string>>
}

const PARTS = ['name', 'email', 'phone'] as const

type Part = (typeof PARTS)[number]

type Input = { title: string; message?: string; people: Person[] }

/** The form that fills people into the roles of a template. */
export class UseForm {
  readonly errors: Partial<Record<'form' | 'title' | 'message', string>> = {}
  isOfPlan = false

  private constructor(
    readonly values: { title: string; message: string; rows: RoleRow[] },
    readonly isToBeSent: boolean
  ) {}

  static blank({ content }: Template): UseForm {
    const { title, message, roles } = content
    const rows = roles.map((role) => rowOf(role, {}))
    return new UseForm({ title, message: message ?? '', rows }, false)
  }

  static of({ content }: Template, sent: Record<string, unknown>): UseForm {
    const people = sent.people as Record<string, Record<string, unknown>> | undefined
    const rows = content.roles.map((role, index) => rowOf(role, people?.[index] ?? {}))
    const values = { title: typedText(sent.title), message: typedText(sent.message), rows }
    return new UseForm(values, sent.send === 'yes')
  }

  /** @returns null where something is wrong, which `errors` then tells @throws what is not about the form */
  async attempt<T>(
    phrases: DashboardPhrasebook,
    work: (input: Input) => Promise<T>
  ): Promise<T | null> {
    this.#check(phrases)
    if (this.#isFaulty) return null
    const { title, message, rows } = this.values
    try {
      const people = rows.map(({ role, name, email, phone }) => ({
        ...{ role, name, email },
        ...(phone && { phone: withoutSeparators(phone) }),
      }))
      return await work({ title, message: message || undefined, people })
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
    const { t } = phrases
    const { title, message, rows } = this.values
    const ofTitle = title
      ? faultOfLine(title, LIMITS.title, phrases)
      : t('templates.untitled_document')
    const ofMessage = faultOfText(message, LIMITS.message, phrases)
    if (ofTitle) this.errors.title = ofTitle
    if (ofMessage) this.errors.message = ofMessage
    for (const row of rows) {
      const ofName = row.name
        ? faultOfLine(row.name, LIMITS.name, phrases)
        : t(row.getsCopy ? 'templates.who_gets_copy' : 'templates.who_is_signer')
      if (ofName) row.errors.name = ofName
      if (!isEmailAddress(row.email)) row.errors.email = t('templates.not_email')
    }
  }

  #blame({ faults }: DraftRefused, phrases: DashboardPhrasebook): void {
    for (const fault of faults) {
      const { path } = fault
      const row = path[0] === 'people' ? this.values.rows[Number(path[1])] : undefined
      const part = PARTS.find((one) => one === path[2])
      const said = faultIn(phrases, fault)
      if (row && part) row.errors[part] = said
      else this.errors[path[0] === 'title' ? 'title' : 'form'] = said
    }
  }

  get #isFaulty(): boolean {
    const { rows } = this.values
    return (
      Object.keys(this.errors).length > 0 ||
      rows.some(({ errors }) => Object.keys(errors).length > 0)
    )
  }
}

function rowOf(
  { name: role, order, role: part, oneTimeCode }: Role,
  typed: Record<string, unknown>
): RoleRow {
  return {
    role,
    getsCopy: part === 'copy',
    order,
    name: typedText(typed.name),
    email: typedText(typed.email),
    phone: oneTimeCode === 'sms' ? typedText(typed.phone) : null,
    errors: {},
  }
}
