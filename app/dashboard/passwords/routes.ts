import router from '@adonisjs/core/services/router'

const Forgotten = () => import('./forgotten_controller.js')
const Passwords = () => import('./passwords_controller.js')

/** How somebody gets in who has no password, or not any more. */
export function passwordRoutes() {
  router.get('/forgot', [Forgotten, 'create']).as('forgotten.create')
  router.post('/forgot', [Forgotten, 'store']).as('forgotten.store')
  for (const purpose of ['welcome', 'reset'] as const) {
    router.get(`/${purpose}/:token`, [Passwords, 'create']).as(`${purpose}.create`)
    router.post(`/${purpose}/:token`, [Passwords, 'store']).as(`${purpose}.store`)
  }
}
