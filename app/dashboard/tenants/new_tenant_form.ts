import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isRefusal } from '#app/foundation/refusal'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { isEmailAddress } from '#app/foundation/email_address'

const MAX_NAME = 100

interface Values {
  name: string
  slug: string
  plan: string
  ownerName: string
  ownerEmail: string
}

interface Wanted {
  name: string
  slug: string
  plan: string
  owner: { name: string; email: string }
}

type FormField = keyof Values | 'form'

/** Where on the page a refusal of the domain is said. */
const FIELD_OF: Record<string, FormField> = {
  slug_taken: 'slug',
  slug_refused: 'slug',
  plan_not_sellable: 'plan',
}

/** The form of a new tenant: what was typed, and what is wrong with it. */
export class NewTenantForm {
  readonly errors: Partial<Record<FormField, string>> = {}

  private constructor(
    readonly values: Values,
    readonly phrases: DashboardPhrasebook
  ) {}

  static blank(phrases: DashboardPhrasebook): NewTenantForm {
    return NewTenantForm.of({}, phrases)
  }

  static of(body: Record<string, unknown>, phrases: DashboardPhrasebook): NewTenantForm {
    const values = {
      name: typedText(body.name),
      slug: typedText(body.slug).toLowerCase(),
      plan: typedText(body.plan),
      ownerName: typedText(body.ownerName),
      ownerEmail: typedText(body.ownerEmail),
    }
    return new NewTenantForm(values, phrases)
  }

  /** @returns null where something is wrong, which `errors` then tells */
  async accept<T>(create: (wanted: Wanted) => Promise<T>): Promise<T | null> {
    this.#check()
    if (Object.keys(this.errors).length > 0) return null
    const { ownerName, ownerEmail, ...tenant } = this.values
    try {
      return await create({ ...tenant, owner: { name: ownerName, email: ownerEmail } })
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.errors[FIELD_OF[error.code] ?? 'form'] = refusalIn(this.phrases, error)
      return null
    }
  }

  #check(): void {
    const { name, slug, plan, ownerName, ownerEmail } = this.values
    const { t } = this.phrases
    const ofName = (typed: string) => faultOfLine(typed, MAX_NAME, this.phrases)
    this.#note('name', name ? ofName(name) : t('common.nameless'))
    this.#note('slug', slug ? null : t('tenants.slugless'))
    this.#note('plan', plan ? null : t('tenants.planless'))
    this.#note('ownerName', ownerName ? ofName(ownerName) : t('tenants.ownerless'))
    this.#note('ownerEmail', isEmailAddress(ownerEmail) ? null : t('common.not_an_address'))
  }

  #note(field: FormField, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }
}
