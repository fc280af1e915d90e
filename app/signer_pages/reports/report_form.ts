import { typedText } from '#app/front_door/bodies/typed_text'
import { CATEGORIES } from '#app/tenants/report'
import type { LinkPage } from '../signing_page/link_page.js'

export interface TypedReport {
  category: string
  message: string
  replyTo: string
}

const EMPTY: TypedReport = { category: '', message: '', replyTo: '' }

/** It is offered at every link, whatever has become of the document, and names nothing of it. */
export const ReportForm = {
  read: ({ category, message, replyTo }: Record<string, unknown>): TypedReport => ({
    category: typedText(category),
    message: typedText(message),
    replyTo: typedText(replyTo),
  }),

  page(values = EMPTY, errors: Record<string, string> = {}): LinkPage {
    const categories = Object.keys(CATEGORIES)
    return { view: 'signer_pages/report', state: { values, errors, categories } }
  },
}
