import router from '@adonisjs/core/services/router'
import { needs } from '../needs.js'

const Handovers = () => import('./handovers_controller.js')

/** Where the owners of an account see that their reseller wants to give it another owner, and may refuse. */
export function handoverRoutes() {
  router
    .group(() => {
      router.get('/settings/handover', [Handovers, 'show']).as('handover.show')
      router.post('/settings/handover/refuse', [Handovers, 'destroy']).as('handover.destroy')
    })
    .use(needs('plan'))
}
