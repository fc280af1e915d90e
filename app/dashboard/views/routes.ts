import router from '@adonisjs/core/services/router'
import { needs } from '../needs.js'

const Views = () => import('./views_controller.js')
const Removals = () => import('./view_removals_controller.js')

/** Saved views of the list of documents, in each environment; what they may do with one depends on whose it is. */
export function viewRoutes() {
  router.group(views).use(needs('ownAccount'))
}

function views() {
  router.get('/views', [Views, 'index']).as('views.index')
  router.get('/views/new', [Views, 'create']).as('views.create')
  router.post('/views', [Views, 'store']).as('views.store')
  router.post('/views/:id', [Views, 'update']).as('views.update')
  router.post('/views/:id/delete', [Removals, 'store']).as('view_removals.store')
}
