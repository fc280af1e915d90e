import type { HttpContext } from '@adonisjs/core/http'
import { DocumentTransformer } from '#app/documents/document_transformer'
import { reply } from '../answer/answer.js'
import { DOCUMENT_ANSWER } from '../schemas/document.js'
import { signerLinks } from './document_links.js'
import { actorOf, foundDocument } from './found_document.js'
import { change } from '../idempotency/once.js'

export default class DispatchesController {
  /** POST /api/v1/documents/:id/send: sends a draft and answers with the signing links. */
  async store(ctx: HttpContext) {
    return change(ctx, async () => {
      const draft = await foundDocument(ctx)
      const document = await draft.send(actorOf(ctx))
      const { entitlements } = ctx.caller
      const shown = await DocumentTransformer.transform(document, { entitlements })
      return reply(ctx, DOCUMENT_ANSWER, {
        ...shown,
        signerLinks: await signerLinks(document, entitlements),
      })
    })
  }
}
