import { isRefusal } from '#app/foundation/refusal'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
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

  private constructor(readonly values: Values) {}

  static blank(): NewTenantForm {
    return new NewTenantForm({ name: '', slug: '', plan: '', ownerName: '', ownerEmail: '' })
  }

  static of(body: Record<string, unknown>): NewTenantForm {
    return new NewTenantForm({
      name: typedText(body.name),
      slug: typedText(body.slug).toLowerCase(),
      plan: typedText(body.plan),
      ownerName: typedText(body.ownerName),
      ownerEmail: typedText(body.ownerEmail),
    })
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
      this.errors[FIELD_OF[error.code] ?? 'form'] = sentence(error.message)
      return null
    }
  }

  #check(): void {
    const { name, slug, plan, ownerName, ownerEmail } = this.values
    this.#note('name', name ? faultOfLine(name, MAX_NAME) : 'Enter a name.')
    this.#note('slug', slug ? null : 'Enter the first part of its address.')
    this.#note('plan', plan ? null : 'Choose a plan.')
    this.#note(
      'ownerName',
      ownerName ? faultOfLine(ownerName, MAX_NAME) : 'Enter the owner’s name.'
    )
    this.#note('ownerEmail', isEmailAddress(ownerEmail) ? null : 'This is not an email address.')
  }

  #note(field: FormField, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }
}
