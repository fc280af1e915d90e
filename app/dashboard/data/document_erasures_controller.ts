import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { typedText } from '#app/front_door/bodies/typed_text'
import type Document from '#app/documents/document'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { visibleDocument } from '../documents/visible_document.js'

export default class DocumentErasuresController {
  /** GET /documents/:id/erase */
  async create(ctx: HttpContext) {
    return form(ctx, await find(ctx))
  }

  /** POST /documents/:id/erase */
  async store(ctx: HttpContext) {
    const document = await find(ctx)
    const typed = typedText(ctx.request.body().confirmation)
    if (typed.toLowerCase() !== word(ctx)) return form(ctx, document, typed)
    const { dashboard } = ctx
    const outcome = {
      back: `${dashboard.base}/documents/${document.id}`,
      done: phrasesOf(ctx).t('data.document_erased'),
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

/** Short enough to type, and nothing that anybody types by habit. */
function word(ctx: HttpContext): string {
  return phrasesOf(ctx).t('data.erase_word')
}

function form(ctx: HttpContext, { id, title }: Document, typed?: string) {
  const { t } = phrasesOf(ctx)
  const error = typed === undefined ? null : t('common.not_confirmed', { text: word(ctx) })
  const state = { document: { id, title }, word: word(ctx), typed: typed ?? '', error }
  return showPage(ctx, 'dashboard/documents/erase', state, error ? 422 : 200)
}
