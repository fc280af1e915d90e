import router from '@adonisjs/core/services/router'
import { forEverybody } from '../needs.js'

const Updates = () => import('./updates_controller.js')

/** What changes while a page is open, in both environments. */
export function updateRoutes() {
  router.get('/updates', [Updates, 'show']).as('updates.show').use(forEverybody)
}
