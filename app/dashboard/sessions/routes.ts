import router from '@adonisjs/core/services/router'

const Codes = () => import('./codes_controller.js')
const Emergencies = () => import('./emergencies_controller.js')
const Sessions = () => import('./sessions_controller.js')

/** Nobody is known here yet. */
export function sessionRoutes() {
  router.get('/login', [Sessions, 'create']).as('sessions.create')
  router.post('/login', [Sessions, 'store']).as('sessions.store')
  router.get('/login/code', [Codes, 'create']).as('codes.create')
  router.post('/login/code', [Codes, 'store']).as('codes.store')
  router.get('/login/emergency', [Emergencies, 'create']).as('emergencies.create')
  router.post('/login/emergency', [Emergencies, 'store']).as('emergencies.store')
  router.post('/logout', [Sessions, 'destroy']).as('sessions.destroy')
}
