import type { HttpContext } from '@adonisjs/core/http'
import { clock } from '#app/foundation/clock'

export default class HealthController {
  /** GET /api/v1/health */
  async show({ request, response }: HttpContext) {
    const body = { object: 'health', status: 'ok', time: clock.now(), requestId: request.id() }
    response.header('Content-Type', 'application/json; charset=utf-8')
    response.send(JSON.stringify(body))
  }
}
