import router from '@adonisjs/core/services/router'
import { needs } from '../needs.js'

const Actions = () => import('./bulk_actions_controller.js')
const Stops = () => import('./bulk_action_stops_controller.js')

/** In both environments; before the routes of one document. */
export function bulkActionRoutes() {
  router
    .group(() => {
      router.get('/documents/all', [Actions, 'create']).as('bulk_actions.create')
      router.post('/documents/all', [Actions, 'store']).as('bulk_actions.store')
      router.get('/bulk-actions/:id', [Actions, 'show']).as('bulk_actions.show')
      router.post('/bulk-actions/:id/stop', [Stops, 'store']).as('bulk_action_stops.store')
    })
    .use(needs('documents'))
}
