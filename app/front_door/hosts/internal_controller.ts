import { setTimeout as pause } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { askOwnPools } from '#app/tenancy/connections/own_pools'
import { drainingServer } from '../draining_server.js'
import { maintenance } from '../maintenance.js'
import { isName } from './host.js'
import { isInside } from './insider.js'
import { isInhabited } from './request_target.js'

/** A database that takes longer counts as down: monitoring needs a quick answer. */
const READY_WITHIN_MS = 1_500

/** For the supervisor of this process: it asks by address, with any Host. All others get 404. */
export default class InternalController {
  /** GET /internal/health: the process answers. */
  async health({ request, response }: HttpContext) {
    if (!isInside(request.request)) return nothing(response)
    return response.header('Cache-Control', 'no-store').send({ status: 'ok' })
  }

  /** GET /internal/ready: requests may be sent here, if only to be told that the service is closed. Redis and storage do not count: without them some effects are late, nothing more. */
  async ready({ request, response }: HttpContext) {
    if (!isInside(request.request)) return nothing(response)
    const isReady = !drainingServer.isDraining && (isClosed() || (await isDatabaseThere()))
    response.status(isReady ? 200 : 503).header('Cache-Control', 'no-store')
    return response.send({ status: isReady ? 'ready' : 'unavailable' })
  }

  /**
   * GET /internal/tls-ask?domain=: whether the proxy may get a certificate for this name. Only a 200 is a yes, and it is given for
   * what leads to somebody now; every doubt is a no.
   */
  async tlsAsk({ request, response }: HttpContext) {
    if (!isInside(request.request)) return nothing(response)
    const { domain } = request.qs()
    response.header('Cache-Control', 'no-store').type('text/plain')
    if (typeof domain !== 'string' || !isName(domain)) return response.status(400).send('No\n')
    const mayHave = await isInhabited(domain)
    return response.status(mayHave ? 200 : 404).send(mayHave ? 'Yes\n' : 'No\n')
  }
}

/** What says so needs no database, which may be what is being maintained. */
function isClosed(): boolean {
  return maintenance.until !== null
}

async function isDatabaseThere(): Promise<boolean> {
  const late = pause(READY_WITHIN_MS, false, { ref: false })
  const answered = askOwnPools().then(
    () => true,
    () => false
  )
  return Promise.race([answered, late])
}

function nothing(response: HttpContext['response']) {
  return response.status(404).type('text/plain').send('Not found\n')
}
