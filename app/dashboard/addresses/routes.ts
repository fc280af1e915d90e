import router from '@adonisjs/core/services/router'

const Confirmations = () => import('./confirmations_controller.js')
const Refusals = () => import('./refusals_controller.js')
const Restorations = () => import('./restorations_controller.js')

/** What the links of a change of address lead to. */
export function addressRoutes() {
  const at = '/address/:token'
  router.get(at, [Confirmations, 'create']).as('address.confirmations.create')
  router.post(at, [Confirmations, 'store']).as('address.confirmations.store')
  router.get(`${at}/refuse`, [Refusals, 'create']).as('address.refusals.create')
  router.post(`${at}/refuse`, [Refusals, 'store']).as('address.refusals.store')
  router.get(`${at}/undo`, [Restorations, 'create']).as('address.restorations.create')
  router.post(`${at}/undo`, [Restorations, 'store']).as('address.restorations.store')
}
