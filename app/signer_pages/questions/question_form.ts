import type { HttpContext } from '@adonisjs/core/http'
import { typedText } from '#app/front_door/bodies/typed_text'
import { LONGEST_QUESTION, QUESTION_KINDS } from '#app/signing/questions/question'
import type { LinkPage } from '../signing_page/link_page.js'

type Asking = Pick<HttpContext, 'signing'>

export interface TypedQuestion {
  kind: string
  message: string
}

const EMPTY: TypedQuestion = { kind: '', message: '' }

export const QuestionForm = {
  isOffered: ({ signing }: Asking): boolean => signing.gate === 'open',

  read: ({ kind, message }: Record<string, unknown>): TypedQuestion => ({
    kind: typedText(kind),
    message: typedText(message),
  }),

  page({ signing }: Asking, values = EMPTY, errors: Record<string, string> = {}): LinkPage {
    const { email } = signing.signer
    const state = { values, errors, email, kinds: QUESTION_KINDS, longest: LONGEST_QUESTION }
    return { view: 'signer_pages/ask', state }
  },
}
