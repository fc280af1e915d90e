import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'

const ONE_HOUR = 'public, max-age=3600'

export default class FrameElementController {
  /** GET /embed.js: the elements `<signing-frame>` and `<editing-frame>`, for pages of anybody. */
  async show({ response }: HttpContext) {
    response.header('cache-control', ONE_HOUR)
    response.header('access-control-allow-origin', '*')
    response.header('cross-origin-resource-policy', 'cross-origin')
    response.header('x-content-type-options', 'nosniff')
    const script = await readFile(app.makePath('resources/embed/signing_frame.js'), 'utf8')
    response.type('text/javascript').send(script)
  }
}
