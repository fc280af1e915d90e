import type { HttpContext } from '@adonisjs/core/http'
import { mayDelegate } from '#app/documents/delegation'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { LinkPage } from '../signing_page/link_page.js'

type Delegating = Pick<HttpContext, 'signing'>

/** To whom somebody hands their signature over, and why. */
export interface Delegation {
  name: string
  email: string
  reason: string
}

export const DelegationForm = {
  isOffered: ({ signing: { gate, document, signer } }: Delegating): boolean =>
    gate === 'open' && mayDelegate(document, signer),

  read: ({ name, email, reason }: Record<string, unknown>): Delegation => ({
    name: typedText(name),
    email: typedText(email),
    reason: typedText(reason),
  }),

  page(
    { signing }: Delegating,
    values: Partial<Delegation> = {},
    errors: Partial<Record<keyof Delegation, string>> = {}
  ): LinkPage {
    const document = { title: signing.document.title }
    return { view: 'signer_pages/delegate', state: { document, values, errors } }
  },
}
