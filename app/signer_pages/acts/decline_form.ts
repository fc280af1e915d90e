import type { HttpContext } from '@adonisjs/core/http'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { LinkPage } from '../signing_page/link_page.js'

type Declining = Pick<HttpContext, 'signing'>

export const DeclineForm = {
  isOffered: ({ signing }: Declining): boolean => signing.gate === 'open',

  read: ({ reason }: Record<string, unknown>): string => typedText(reason),

  page({ signing }: Declining, reason = '', error: string | null = null): LinkPage {
    const document = { title: signing.document.title }
    return { view: 'signer_pages/decline', state: { document, reason, error } }
  },
}
