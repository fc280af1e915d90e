import type { HttpContext } from '@adonisjs/core/http'
import { showChecklist } from './show_checklist.js'

export default class ChecklistsController {
  /** GET /settings/going-live */
  async show(ctx: HttpContext) {
    return showChecklist(ctx)
  }
}
