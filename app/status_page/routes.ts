import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const Status = () => import('./status_controller.js')

/** On the hosts of tenants. */
export default function statusPageRoutes() {
  router.get('/status', [Status, 'show']).as('status').use(middleware.pageHeaders())
}
