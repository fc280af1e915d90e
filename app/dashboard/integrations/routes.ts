import router from '@adonisjs/core/services/router'

const Cuts = () => import('./cuts_controller.js')
const Integrations = () => import('./integrations_controller.js')

/** Each environment has its own. */
export function integrationRoutes() {
  router.get('/settings/integrations', [Integrations, 'index']).as('integrations.index')
  router.get('/settings/integrations/new', [Integrations, 'create']).as('integrations.create')
  router.post('/settings/integrations', [Integrations, 'store']).as('integrations.store')
  router.get('/settings/integrations/:id/cut', [Cuts, 'create']).as('cuts.create')
  router.post('/settings/integrations/:id/cut', [Cuts, 'store']).as('cuts.store')
}
