import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { typedText } from '#app/front_door/bodies/typed_text'
import type Document from '#app/documents/document'
import { showPage } from '../page.js'
import { visibleDocument } from '../documents/visible_document.js'

/** Short enough to type, and nothing that anybody types by habit. */
const WORD = 'erase'

export default class DocumentErasuresController {
  /** GET /documents/:id/erase */
  async create(ctx: HttpContext) {
    return form(ctx, await find(ctx))
  }

  /** POST /documents/:id/erase */
  async store(ctx: HttpContext) {
    const document = await find(ctx)
    const typed = typedText(ctx.request.body().confirmation)
    if (typed.toLowerCase() !== WORD) return form(ctx, document, typed)
    const { dashboard } = ctx
    const outcome = {
      back: `${dashboard.base}/documents/${document.id}`,
      done: 'The document has been erased.',
    }
    return flashOutcome(ctx, outcome, () =>
      document.erase({ by: dashboard.actor(ctx), reason: 'request' })
    )
  }
}

/** @throws DocumentNotFound, RoleInsufficient for all but owners */
async function find(ctx: HttpContext): Promise<Document> {
  const { document } = await visibleDocument(ctx)
  return document
}

function form(ctx: HttpContext, { id, title }: Document, typed?: string) {
  const error = typed === undefined ? null : `Type ${WORD} to confirm.`
  const state = { document: { id, title }, word: WORD, typed: typed ?? '', error }
  return showPage(ctx, 'dashboard/documents/erase', state, error ? 422 : 200)
}
