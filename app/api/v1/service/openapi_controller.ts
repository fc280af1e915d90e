import type { HttpContext } from '@adonisjs/core/http'
import { hasCurrent } from '#app/front_door/answers/entity_tag'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { servedDescription } from '../openapi/served_description.js'

export default class OpenapiController {
  /** GET /api/v1/openapi.json */
  async show(ctx: HttpContext) {
    const { target, response } = ctx
    const { text, etag } = servedDescription(publicUrl(target.host, '').replace(/\/$/, ''))
    response.header('Cache-Control', 'public, max-age=300').header('ETag', etag)
    if (hasCurrent(ctx, etag)) return response.status(304).send(null)
    return response.header('Content-Type', 'application/json; charset=utf-8').send(text)
  }
}
