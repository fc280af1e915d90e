import type { HttpContext } from '@adonisjs/core/http'
import { faultOfColor } from '#app/brand/brand_rules'
import Color from '#app/foundation/color'
import { phrasesOf } from '../language.js'
import { readPage } from '../page.js'

/** For the form's script: what would be said of a colour, while it is chosen. */
export default class ColorsController {
  /** GET /settings/brand/colors?of=&hex= : null for one that can be taken, or is none yet. */
  async show(ctx: HttpContext) {
    await readPage(ctx)
    const { request, response } = ctx
    const key = request.input('of') === 'linkColor' ? 'linkColor' : 'color'
    const color = Color.parse(String(request.input('hex')))
    const fault = color && faultOfColor(key, color.hex, phrasesOf(ctx))
    return response.send({ message: fault?.message ?? null, offer: fault?.offer ?? null })
  }
}
