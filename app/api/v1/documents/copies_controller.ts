import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { copy } from '#app/documents/drafts/copy'
import { created } from './documents_controller.js'
import { actorOf } from './found_document.js'
import { once } from '../idempotency/once.js'
import { documentId } from '../input/resource_id.js'

export default class CopiesController {
  /** POST /api/v1/documents/:id/copy */
  async store(ctx: HttpContext) {
    const id = documentId(ctx)
    return once(ctx, (keep) => {
      const within = async (made: Document) => keep(await created(ctx, made))
      return copy(id, { by: actorOf(ctx), within })
    })
  }
}
