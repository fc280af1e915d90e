import { HOUR_MS } from '#app/foundation/duration'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { StrictLimiter } from '#app/foundation/limits/strict_limiter'
import { sha256Hex } from '#app/foundation/opaque_token'

const WINDOW_S = HOUR_MS / 1_000

/** An office may fill in a form from one address. */
export const MAX_OF_NETWORK = 30
export const MAX_OF_ADDRESS = 5
export const MAX_OF_FORM = 300

const shape = (points: number, prefix: string) => ({ points, windowS: WINDOW_S, prefix })
const networks = new StrictLimiter(shape(MAX_OF_NETWORK, 'form_networks'))
const addresses = new StrictLimiter(shape(MAX_OF_ADDRESS, 'form_addresses'))
const forms = new StrictLimiter(shape(MAX_OF_FORM, 'form_submissions'))

interface Sending {
  tenantId: string
  formId: string
  ipAddress: string
}

/** How many mails the forms of one tenant may send in an hour: tenants share nothing, so none uses up what is another's. */
export const FormLimits = {
  /** From one household, and by one form. @returns null while nobody can count */
  async allowSending({ tenantId, formId, ipAddress }: Sending): Promise<boolean | null> {
    const ofNetwork = await networks.allows(sha256Hex(`${tenantId}\n${homeNetwork(ipAddress)}`))
    return ofNetwork ? forms.allows(formId) : ofNetwork
  },

  /** To one mailbox, whatever form asks: the page does not tell. */
  async allowMailing(tenantId: string, email: string): Promise<boolean> {
    return (await addresses.allows(sha256Hex(`${tenantId}\n${email.toLowerCase()}`))) === true
  },
}
