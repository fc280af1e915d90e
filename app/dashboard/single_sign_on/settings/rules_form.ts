import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { USUAL_ROLE } from '#app/identity/access/role'
import { GIVEN_ROLES } from '#app/single_sign_on/connection'
import { MAX_RULES, type RoleRule } from '#app/single_sign_on/role_rules'

const MAX_NAME = 200
const MAX_VALUE = 500
/** To write new ones into. */
const SPARE_ROWS = 3

interface Row extends RoleRule {
  order: number
  error?: string
}

/** Rules as rows of a form: in the order of their numbers, and gone where nothing is compared. */
export class RulesForm {
  private constructor(private sent: readonly Row[]) {}

  static filled(rules: readonly RoleRule[]): RulesForm {
    return new RulesForm(rules.map((rule, index) => ({ ...rule, order: index + 1 })))
  }

  static of({ request }: HttpContext): RulesForm {
    const sent: unknown = request.body().rules
    const rows = typeof sent === 'object' && sent !== null ? Object.values(sent) : []
    return new RulesForm(
      rows
        .map(rowOf)
        .filter(({ value }) => value !== '')
        .sort((one, other) => one.order - other.order)
    )
  }

  /** With a few that are empty. */
  get rows(): Row[] {
    const spare = Math.min(SPARE_ROWS, Math.max(0, MAX_RULES - this.sent.length))
    const empty = { attribute: null, value: '', role: USUAL_ROLE }
    return [
      ...this.sent.map((row, index) => ({ ...row, order: index + 1 })),
      ...Array.from({ length: spare }, (_, index) => ({
        ...{ ...empty, order: this.sent.length + index + 1 },
      })),
    ]
  }

  /** Null where something is wrong, which the rows then explain. */
  rules(phrases: DashboardPhrasebook): RoleRule[] | null {
    for (const row of this.sent) {
      const fault =
        faultOfLine(row.attribute ?? '', MAX_NAME, phrases) ??
        faultOfLine(row.value, MAX_VALUE, phrases)
      if (fault) row.error = fault
    }
    this.sent.slice(MAX_RULES).forEach((row) => {
      row.error = phrases.t('single_sign_on.too_many_rules', { max: MAX_RULES })
    })
    if (this.sent.some(({ error }) => error)) return null
    return this.sent.map(({ attribute, value, role }) => ({ attribute, value, role }))
  }
}

function rowOf(sent: unknown): Row {
  const { order, attribute, value, role } = Object(sent) as Record<string, unknown>
  const place = Number(typedText(order))
  return {
    order: Number.isFinite(place) ? place : MAX_RULES,
    attribute: typedText(attribute) || null,
    value: typedText(value),
    role: GIVEN_ROLES.find((one) => one === role) ?? USUAL_ROLE,
  }
}
