import router from '@adonisjs/core/services/router'
import { needs } from '../needs.js'

const PlanRequests = () => import('./plan_requests_controller.js')
const Usage = () => import('./usage_controller.js')

/** What is used and what the plan includes: of the account, and so in the live environment alone. */
export function usageRoutes() {
  router.get('/settings/usage', [Usage, 'show']).as('usage.show').use(needs('usage'))
  router
    .get('/settings/plan/:plan', [PlanRequests, 'create'])
    .as('plan_requests.create')
    .use(needs('plan'))
  router
    .post('/settings/plan/:plan', [PlanRequests, 'store'])
    .as('plan_requests.store')
    .use(needs('plan'))
  router
    .post('/settings/plan', [PlanRequests, 'destroy'])
    .as('plan_requests.destroy')
    .use(needs('plan'))
}
