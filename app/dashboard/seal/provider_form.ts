import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfLine } from '#app/foundation/text_fault'
import { webAddress } from '#app/foundation/web_address'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { ProviderConnection } from '#app/signing/seal/own/provider'

/** Whether the client has access of its own, or a person logs in for it. */
type Way = 'client' | 'person'

interface Values {
  url: string
  way: Way
  clientId: string
  userId: string
}

const MAX_URL = 500
const MAX_ID = 200
const MAX_SECRET = 500

/** How a provider is reached. The secret that was typed is never shown again, not even by the form that refuses it. */
export class ProviderForm {
  readonly errors: Partial<Record<keyof Values | 'clientSecret', string>> = {}

  private constructor(
    readonly values: Values,
    private clientSecret: string
  ) {}

  static filled(
    connection: Pick<ProviderConnection, 'url' | 'clientId' | 'userId' | 'tokens'> | null,
    way: Way = connection?.tokens ? 'person' : 'client'
  ): ProviderForm {
    const { url = '', clientId = '', userId = null } = connection ?? {}
    return new ProviderForm({ url, way, clientId, userId: userId ?? '' }, '')
  }

  static of({ request }: HttpContext): ProviderForm {
    const { url, way, clientId, userId, clientSecret } = request.body()
    const values = {
      way: way === 'person' ? ('person' as const) : ('client' as const),
      url: typedText(url).replace(/\/+$/, ''),
      clientId: typedText(clientId),
      userId: typedText(userId),
    }
    return new ProviderForm(values, typedText(clientSecret))
  }

  /** Null where something is wrong, which `errors` then tells. Where the address leads is seen when it is asked. */
  connection(phrases: DashboardPhrasebook): ProviderConnection | null {
    const { t } = phrases
    const { url, way, clientId, userId } = this.values
    const { clientSecret } = this
    const address = webAddress(url)
    if (!address || address.search || address.hash || url.length > MAX_URL)
      this.errors.url = t('seal.url_wrong')
    if (clientId === '') this.errors.clientId = t('seal.client_id_missing')
    if (clientSecret === '') this.errors.clientSecret = t('seal.client_secret_missing')
    const lines = { clientId, userId, clientSecret }
    for (const [name, text] of Object.entries(lines) as [keyof typeof lines, string][]) {
      const max = name === 'clientSecret' ? MAX_SECRET : MAX_ID
      const fault = faultOfLine(text, max, phrases)
      if (fault) this.errors[name] = fault
    }
    if (Object.keys(this.errors).length > 0) return null
    // who logs in says whose certificates are meant
    return { url, clientId, clientSecret, userId: way === 'client' ? userId || null : null }
  }
}
