import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { documentOf } from '#app/templates/use'
import { created } from '../documents/documents_controller.js'
import { actorOf } from '../documents/found_document.js'
import { once } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { planOf } from '../input/reminders.js'
import { daysOf } from '../validators/rules.js'
import { templateUseValidator } from '../validators/template_validator.js'
import { foundTemplate } from './templates_controller.js'

export default class TemplateDocumentsController {
  /** POST /api/v1/templates/:id/documents */
  async store(ctx: HttpContext) {
    const {
      version = null,
      expiresIn,
      reminders,
      send = true,
      ...wanted
    } = bodyOf(ctx, templateUseValidator)
    const expiresInDays = expiresIn === undefined ? undefined : daysOf(expiresIn)
    return once(ctx, async (keep) => {
      const template = await foundTemplate(ctx, version)
      const use = { ...wanted, expiresInDays, reminders: planOf(reminders), by: actorOf(ctx) }
      const within = async (document: Document) => keep(await created(ctx, document))
      await documentOf(template, use, { send, within })
    })
  }
}
