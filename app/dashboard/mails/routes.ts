import router from '@adonisjs/core/services/router'

const Unsubscriptions = () => import('./unsubscriptions_controller.js')

/** Mail programs send the form by themselves (RFC 8058), so it comes from no page of ours; the token is all that counts. */
export function unsubscriptionRoutes() {
  router.get('/mails/:token', [Unsubscriptions, 'create']).as('unsubscriptions.create')
  router.post('/mails/:token', [Unsubscriptions, 'store']).as('unsubscriptions.store')
}
