import type { HttpContext } from '@adonisjs/core/http'
import { showDirectory } from './directory_page.js'

export default class DirectoryController {
  /** GET /settings/single-sign-on/directory */
  async show(ctx: HttpContext) {
    return showDirectory(ctx, { name: '', error: null, secret: null })
  }
}
