import type { HttpContext } from '@adonisjs/core/http'
import { PublicForms } from '#app/templates/forms/public_forms'
import { changedForm } from './found_form.js'

export default class FormLinksController {
  /** POST /api/v1/forms/:id/open */
  async open(ctx: HttpContext) {
    return changedForm(ctx, (templateId) => PublicForms.reopen(templateId))
  }

  /** POST /api/v1/forms/:id/close */
  async close(ctx: HttpContext) {
    return changedForm(ctx, (templateId) => PublicForms.turnOff(templateId))
  }

  /** POST /api/v1/forms/:id/rotate-link */
  async rotate(ctx: HttpContext) {
    return changedForm(ctx, (templateId) => PublicForms.rotate(templateId))
  }
}
