import { Refusal } from '#app/foundation/refusal'

/** The same as `SignersUnreachable`, said to the member whose address it is: they correct neither the document nor the list of such addresses. */
export default class OwnAddressRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'own_address_refused'
  static readonly message =
    'Mail servers have refused your address, so no email goes there. Ask the sender to enter another one, or an administrator to allow emails to it again (Settings → Sender)'
}
