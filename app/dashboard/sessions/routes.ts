import router from '@adonisjs/core/services/router'

const Sessions = () => import('./sessions_controller.js')

/** Nobody is known here yet. */
export function sessionRoutes() {
  router.get('/login', [Sessions, 'create']).as('sessions.create')
  router.post('/login', [Sessions, 'store']).as('sessions.store')
  router.post('/logout', [Sessions, 'destroy']).as('sessions.destroy')
}
