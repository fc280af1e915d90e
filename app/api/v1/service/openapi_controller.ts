import type { HttpContext } from '@adonisjs/core/http'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { openApiDocument } from '../openapi/document.js'

export default class OpenapiController {
  /** GET /api/v1/openapi.json */
  async show({ target, response }: HttpContext) {
    response.header('Cache-Control', 'public, max-age=300')
    response.header('Content-Type', 'application/json; charset=utf-8')
    response.send(JSON.stringify(openApiDocument(publicUrl(target.host, '').replace(/\/$/, ''))))
  }
}
