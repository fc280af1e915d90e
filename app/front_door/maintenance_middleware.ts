import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import UnderMaintenance from './errors/under_maintenance.js'
import { maintenance } from './maintenance.js'

/** What the page needs that says so. */
const OF_THE_PAGE = /^\/(?:assets|brand)\/|^\/(?:favicon\.ico|manifest\.webmanifest)$/

/** While operators have closed the service, everything on every host says so, but what supervisors ask. What is under way is finished. */
export default class MaintenanceMiddleware {
  handle({ request, target }: Partial<HttpContext> & Pick<HttpContext, 'request'>, next: NextFn) {
    const { until } = maintenance
    if (until && target && !OF_THE_PAGE.test(request.url())) throw new UnderMaintenance(until)
    return next()
  }
}
