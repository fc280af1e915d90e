import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'

const Cuts = () => import('./cuts_controller.js')
const Integrations = () => import('./integrations_controller.js')

/** Each environment has its own. */
export function integrationRoutes() {
  router
    .get('/settings/integrations', [Integrations, 'index'])
    .as('integrations.index')
    .use(needs('integrations'))
  router
    .get('/settings/integrations/new', [Integrations, 'create'])
    .as('integrations.create')
    .use([needs('integrations', 'allDocuments'), needsFreshLogIn])
  router
    .post('/settings/integrations', [Integrations, 'store'])
    .as('integrations.store')
    .use([needs('integrations', 'allDocuments'), needsFreshLogIn])
  router
    .get('/settings/integrations/:id/cut', [Cuts, 'create'])
    .as('cuts.create')
    .use(needs('integrations'))
  router
    .post('/settings/integrations/:id/cut', [Cuts, 'store'])
    .as('cuts.store')
    .use(needs('integrations'))
}
