import router from '@adonisjs/core/services/router'

const Setups = () => import('./setups_controller.js')
const Providers = () => import('./setup_providers_controller.js')
const Tests = () => import('./setup_tests_controller.js')

export const SETUP = '/sso/setup'

/** For somebody with a set-up link, who is nobody of the account. Their address is a secret until a cookie holds it. */
export function setupRoutes() {
  router.get(`${SETUP}/:token`, [Setups, 'create']).as('sso_setup.create')
  router.get(SETUP, [Setups, 'show']).as('sso_setup.show')
  router.post(`${SETUP}/provider`, [Providers, 'update']).as('sso_setup.provider')
  router.post(`${SETUP}/test`, [Tests, 'store']).as('sso_setup.test')
  router.get(`${SETUP}/attempts/:id`, [Tests, 'show']).as('sso_setup.attempt')
}
