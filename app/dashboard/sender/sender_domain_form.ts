import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { typedText } from '#app/front_door/bodies/typed_text'
import { isEmailAddress } from '#app/foundation/email_address'
import type Sender from '#app/sending/sender'

interface Values {
  domain: string
  localPart: string
}

/** From where in a domain of one's own mails come. */
export class SenderDomainForm {
  readonly errors: Partial<Record<keyof Values, string>> = {}

  private constructor(readonly values: Values) {}

  static filled({ domain, domainAddress }: Sender): SenderDomainForm {
    const [localPart] = (domainAddress ?? 'sign').split('@')
    return new SenderDomainForm({ domain: domain ?? '', localPart })
  }

  static of({ request }: HttpContext): SenderDomainForm {
    const { domain, localPart } = request.body()
    return new SenderDomainForm({ domain: typedText(domain), localPart: typedText(localPart) })
  }

  /** @returns whether it was accepted; `errors` tells why not */
  async accept(
    phrases: DashboardPhrasebook,
    work: (values: Values) => Promise<unknown>
  ): Promise<boolean> {
    if (!isEmailAddress(`${this.values.localPart}@example.com`)) {
      this.errors.localPart = phrases.t('sender.odd_local_part')
      return false
    }
    try {
      await work(this.values)
      return true
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'host_refused') throw error
      this.errors.domain = refusalIn(phrases, error)
      return false
    }
  }
}
