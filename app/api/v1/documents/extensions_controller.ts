import type { HttpContext } from '@adonisjs/core/http'
import { extend } from '#app/documents/extension'
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
    return change(ctx, async () =>
      documentReply(ctx, await extend(documentId(ctx), daysOf(expiresIn), actorOf(ctx)))
    )
  }
}
