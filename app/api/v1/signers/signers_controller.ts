import type { HttpContext } from '@adonisjs/core/http'
import Document from '#app/documents/document'
import { actorOf, documentReply } from '../documents/found_document.js'
import { change } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { documentId, signerId } from '../input/resource_id.js'
import { correctionValidator } from '../validators/document_validator.js'

export default class SignersController {
  /** PATCH /api/v1/documents/:id/signers/:sid */
  async update(ctx: HttpContext) {
    const correction = bodyOf(ctx, correctionValidator)
    return change(ctx, async () => {
      const document = Document.reference(documentId(ctx))
      return documentReply(ctx, await document.correct(signerId(ctx), correction, actorOf(ctx)))
    })
  }
}
