import router from '@adonisjs/core/services/router'
import { spentByGet } from '#app/front_door/answers/spent_by_get'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'

const Seal = () => import('./seal_controller.js')
const Files = () => import('./certificate_files_controller.js')
const Connections = () => import('./provider_connections_controller.js')
const Returns = () => import('./provider_returns_controller.js')
const Providers = () => import('./providers_controller.js')

/** With which certificate documents are sealed. The form for a file is shown after a fresh log-in: its file would be lost on the way. */
export function sealRoutes() {
  router.get('/settings/seal', [Seal, 'show']).as('seal.show').use(needs('security'))
  router
    .group(() => {
      router.get('/settings/seal/file', [Files, 'create']).as('certificate_files.create')
      router.post('/settings/seal/file', [Files, 'store']).as('certificate_files.store')
      router.group(provider)
      router.post('/settings/seal/remove', [Seal, 'destroy']).as('seal.destroy')
    })
    .use([needs('security'), needsFreshLogIn])
}

function provider() {
  router.get('/settings/seal/provider', [Connections, 'create']).as('provider_connections.create')
  router
    .post('/settings/seal/provider/credentials', [Connections, 'store'])
    .as('provider_connections.store')
  router
    .get('/settings/seal/provider/return', [Returns, 'show'])
    .as('provider_returns.show')
    .use(spentByGet)
  router.post('/settings/seal/provider', [Providers, 'store']).as('providers.store')
}
