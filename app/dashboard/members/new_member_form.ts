import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { isRefusal } from '#app/foundation/refusal'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isEmailAddress } from '#app/foundation/email_address'
import MemberExists from '#app/identity/errors/member_exists'
import { rolesGivenBy, USUAL_ROLE, type Role } from '#app/identity/access/role'

const MAX_NAME = 200

interface Values {
  name: string
  email: string
  role: string
}

/** The form of an invitation: what was typed, and what is wrong with it. */
export class NewMemberForm {
  readonly errors: Partial<Record<keyof Values | 'form', string>> = {}

  /** They have an invitation in this role already. */
  isDone = false

  private constructor(
    readonly values: Values,
    private giver: Role,
    private phrases: DashboardPhrasebook
  ) {}

  static blank(giver: Role, phrases: DashboardPhrasebook): NewMemberForm {
    return new NewMemberForm({ name: '', email: '', role: USUAL_ROLE }, giver, phrases)
  }

  static of(
    { name, email, role }: Record<string, unknown>,
    giver: Role,
    phrases: DashboardPhrasebook
  ): NewMemberForm {
    const values = { name: typedText(name), email: typedText(email), role: typedText(role) }
    return new NewMemberForm(values, giver, phrases)
  }

  /** @returns null where something is wrong, which `errors` then tells, and where `isDone` by somebody before */
  async accept<T>(invite: (values: Values & { role: Role }) => Promise<T>): Promise<T | null> {
    const role = this.#check()
    if (!role || Object.keys(this.errors).length > 0) return null
    try {
      return await invite({ ...this.values, role })
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.isDone = error instanceof MemberExists && error.invitedAs === role
      if (this.isDone) return null
      this.errors[error.path?.[0] === 'email' ? 'email' : 'form'] = refusalIn(this.phrases, error)
      return null
    }
  }

  #check(): Role | undefined {
    const { name, email, role } = this.values
    const { t } = this.phrases
    const ofName = name ? faultOfLine(name, MAX_NAME, this.phrases) : t('members.nameless')
    if (ofName) this.errors.name = ofName
    if (!isEmailAddress(email)) this.errors.email = t('faults.no_email')
    const chosen = rolesGivenBy(this.giver).find((one) => one === role)
    if (!chosen) this.errors.role = t('members.roleless')
    return chosen
  }
}
