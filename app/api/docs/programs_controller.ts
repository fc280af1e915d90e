import { readFileSync } from 'node:fs'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { publicUrl } from '#app/tenants/hosts/public_address'

const NOWHERE = "const HOME = ''"

let program: string | undefined

/** Programs for developers, to be run as they come. */
export default class ProgramsController {
  /** GET /docs/listen.mjs: it knows the host that it came from, and speaks of nobody else. */
  async listen({ target, response }: HttpContext) {
    program ??= readFileSync(app.makePath('resources/programs/listen.mjs'), 'utf8')
    const home = `const HOME = ${JSON.stringify(publicUrl(target.host, ''))}`
    return response
      .type('text/javascript')
      .header('X-Content-Type-Options', 'nosniff')
      .send(program.replace(NOWHERE, home))
  }
}
