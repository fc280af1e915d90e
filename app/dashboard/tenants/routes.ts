import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'

const Edits = () => import('./edits_controller.js')
const Handovers = () => import('./handovers_controller.js')
const PlanRequests = () => import('./plan_requests_controller.js')
const Prices = () => import('./prices_controller.js')
const Releases = () => import('./releases_controller.js')
const Removals = () => import('./removals_controller.js')
const Suspensions = () => import('./suspensions_controller.js')
const Tenants = () => import('./tenants_controller.js')
const UsageFiles = () => import('./usage_files_controller.js')

/** What a reseller sees of the tenants below it. They have no sandbox of their own, so these pages are in the live environment alone. */
export function tenantRoutes() {
  router
    .group(() => {
      router.get('/tenants', [Tenants, 'index']).as('tenants.index')
      router.get('/tenants/new', [Tenants, 'create']).as('tenants.create')
      router.post('/tenants', [Tenants, 'store']).as('tenants.store')
      router.get('/tenants/prices', [Prices, 'show']).as('tenants.prices.show')
      router.post('/tenants/prices', [Prices, 'update']).as('tenants.prices.update')
      router.get('/tenants/usage.csv', [UsageFiles, 'show']).as('tenants.usage')
      router.get('/tenants/:id', [Tenants, 'show']).as('tenants.show')
      router.get('/tenants/:id/edit', [Edits, 'edit']).as('tenants.edit')
      router.post('/tenants/:id', [Edits, 'update']).as('tenants.update')
      router.get('/tenants/:id/suspend', [Suspensions, 'create']).as('tenants.suspensions.create')
      router.post('/tenants/:id/suspend', [Suspensions, 'store']).as('tenants.suspensions.store')
      router.post('/tenants/:id/resume', [Suspensions, 'destroy']).as('tenants.suspensions.destroy')
      router
        .post('/tenants/:id/requests/:request', [PlanRequests, 'update'])
        .as('tenants.requests.update')
      router.group(ends).use(needsFreshLogIn)
    })
    .use(needs('tenants'))
}

/** Another owner, another reseller, or none. */
function ends() {
  router.get('/tenants/:id/handover', [Handovers, 'create']).as('tenants.handovers.create')
  router.post('/tenants/:id/handover', [Handovers, 'store']).as('tenants.handovers.store')
  router.get('/tenants/:id/release', [Releases, 'create']).as('tenants.releases.create')
  router.post('/tenants/:id/release', [Releases, 'store']).as('tenants.releases.store')
  router.get('/tenants/:id/delete', [Removals, 'create']).as('tenants.removals.create')
  router.post('/tenants/:id/delete', [Removals, 'store']).as('tenants.removals.store')
}
