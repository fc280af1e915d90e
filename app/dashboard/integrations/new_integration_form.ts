import { isRefusal } from '#app/foundation/refusal'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'

const MAX_URL = 2_048
const MAX_NAME = 100
const USUAL_NAME = 'Property transactions'

interface Values {
  name: string
  url: string
}

type FormField = 'form' | 'name' | 'url'

/** The form that connects another program: what was typed, and what is wrong with it. */
export class NewIntegrationForm {
  readonly errors: Partial<Record<FormField, string>> = {}

  private constructor(readonly values: Values) {}

  static blank(): NewIntegrationForm {
    return new NewIntegrationForm({ name: USUAL_NAME, url: '' })
  }

  static of({ name, url }: Record<string, unknown>): NewIntegrationForm {
    return new NewIntegrationForm({ name: typedText(name), url: typedText(url) })
  }

  /** @returns null where something is wrong, which `errors` then tells */
  async accept<T>(connect: (params: Values) => Promise<T>): Promise<T | null> {
    const { name, url } = this.values
    this.#note('name', name ? faultOfLine(name, MAX_NAME) : 'Give it a name.')
    this.#note('url', isWebAddress(url) ? null : 'Enter a URL that begins with https://.')
    if (Object.keys(this.errors).length > 0) return null
    try {
      return await connect(this.values)
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.errors[error.code === 'url_forbidden' ? 'url' : 'form'] = sentence(error.message)
      return null
    }
  }

  #note(field: FormField, fault: string | null): void {
    if (fault) this.errors[field] = fault
  }
}

function isWebAddress(url: string): boolean {
  const known = url.length <= MAX_URL ? URL.parse(url) : null
  return known !== null && /^https?:$/.test(known.protocol)
}
