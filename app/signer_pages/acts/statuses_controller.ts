import type { HttpContext } from '@adonisjs/core/http'
import { phaseOf } from '../signing_page/phase.js'

export default class StatusesController {
  /** GET /sign/:token/status: whether the page that waits for the seal is out of date. */
  async show({ response, signing: { gate, document } }: HttpContext) {
    const isSigned = gate === 'signed' || gate === 'completed'
    response.send({ phase: isSigned ? phaseOf(document) : gate })
  }
}
