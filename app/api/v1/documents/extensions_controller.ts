import type { HttpContext } from '@adonisjs/core/http'
import Document from '#app/documents/document'
import { actorOf, documentReply } from './found_document.js'
import { change } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { documentId } from '../input/resource_id.js'
import { extensionValidator } from '../validators/document_validator.js'
import { daysOf } from '../validators/rules.js'

export default class ExtensionsController {
  /** POST /api/v1/documents/:id/extend */
  async store(ctx: HttpContext) {
    const { expiresIn } = bodyOf(ctx, extensionValidator)
    return change(ctx, async () => {
      const document = Document.reference(documentId(ctx))
      return documentReply(ctx, await document.extend(daysOf(expiresIn), actorOf(ctx)))
    })
  }
}
