import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import docsRoutes from '../docs/routes.js'
import { gate } from './access/gate.js'
import { asKeyHolder } from './access/key_holder.js'
import { forgetAttempts } from './access/key_attempt.js'
import type { Operation } from './operations/operation.js'
import { startCounting, stopCounting } from '#app/foundation/limits/limiter'
import { forgetLimiters } from './access/rate_limit.js'
import { RequestLog } from './access/request_log.js'
import { OPERATIONS } from './operations/index.js'

/** `/api/v1` is canonical; `/api` is a pinned alias of it for every operation. */
const STYLES = [
  { prefix: '/api/v1', name: 'api.v1' },
  { prefix: '/api', name: 'api' },
]

export default function apiRoutes() {
  app.ready(() => {
    if (app.getEnvironment() !== 'console') startCounting()
  })
  app.terminating(async () => {
    forgetAttempts()
    forgetLimiters()
    stopCounting()
    await RequestLog.write()
  })
  docsRoutes()
  for (const { prefix, name } of STYLES) {
    router
      .group(() => OPERATIONS.forEach(route))
      .prefix(prefix)
      .as(name)
  }
}

function route(operation: Operation): void {
  const { name, method, path, handler, scope } = operation
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
  const routed = router.route(path, methods, handler as never).as(name)
  if (scope !== 'none') routed.use(asKeyHolder)
  routed.use(gate(operation))
}
