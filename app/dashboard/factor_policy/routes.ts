import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'

const FactorPolicies = () => import('./factor_policies_controller.js')
const AT = '/settings/second-factor'

/** Whether everybody has to have a second factor: owners alone decide. */
export function factorPolicyRoutes() {
  router.get(AT, [FactorPolicies, 'show']).as('factor_policy.show').use(needs('members'))
  router
    .group(() => {
      router.post(AT, [FactorPolicies, 'store']).as('factor_policy.store')
      router.post(`${AT}/lift`, [FactorPolicies, 'destroy']).as('factor_policy.destroy')
    })
    .use([needs('members', 'plan'), needsFreshLogIn])
}
