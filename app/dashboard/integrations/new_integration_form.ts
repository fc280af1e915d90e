import { isRefusal } from '#app/foundation/refusal'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { faultOfLine } from '#app/foundation/text_fault'
import { webAddress } from '#app/foundation/web_address'
import { typedText } from '#app/front_door/bodies/typed_text'

const MAX_URL = 2_048
const MAX_NAME = 100

interface Values {
  name: string
  url: string
}

type FormField = 'form' | 'name' | 'url'

/** The form that connects another program: what was typed, and what is wrong with it. */
export class NewIntegrationForm {
  readonly errors: Partial<Record<FormField, string>> = {}

  private constructor(
    readonly values: Values,
    readonly phrases: DashboardPhrasebook
  ) {}

  static blank(phrases: DashboardPhrasebook): NewIntegrationForm {
    return new NewIntegrationForm({ name: phrases.t('integrations.usual_name'), url: '' }, phrases)
  }

  static of(
    { name, url }: Record<string, unknown>,
    phrases: DashboardPhrasebook
  ): NewIntegrationForm {
    return new NewIntegrationForm({ name: typedText(name), url: typedText(url) }, phrases)
  }

  /** @returns null where something is wrong, which `errors` then tells */
  async accept<T>(connect: (params: Values) => Promise<T>): Promise<T | null> {
    const { name, url } = this.values
    const { phrases } = this
    const { t } = phrases
    this.#note('name', name ? faultOfLine(name, MAX_NAME, phrases) : t('integrations.nameless'))
    this.#note('url', isFit(url) ? null : t('webhooks.no_url'))
    if (Object.keys(this.errors).length > 0) return null
    try {
      return await connect(this.values)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const field = error.code === 'url_forbidden' ? 'url' : 'form'
      this.errors[field] = refusalIn(phrases, error)
      return null
    }
  }

  #note(field: FormField, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }
}

function isFit(url: string): boolean {
  return url.length <= MAX_URL && webAddress(url) !== null
}
