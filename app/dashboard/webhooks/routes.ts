import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs, openToSupport } from '../needs.js'

const Activations = () => import('./activations_controller.js')
const Deliveries = () => import('./deliveries_controller.js')
const Enablings = () => import('./enablings_controller.js')
const Endpoints = () => import('./endpoints_controller.js')
const EndpointTests = () => import('./endpoint_tests_controller.js')
const ManyReplays = () => import('./many_replays_controller.js')
const Pauses = () => import('./pauses_controller.js')
const Removals = () => import('./removals_controller.js')
const Replays = () => import('./replays_controller.js')
const Secrets = () => import('./secrets_controller.js')
const SignatureChecks = () => import('./signature_checks_controller.js')

const ENDPOINT = '/settings/webhooks/:id'
const DELIVERY = `${ENDPOINT}/deliveries/:delivery`

/** Each environment has endpoints of its own. One hears, or has heard, of the documents of everybody. */
export function webhookRoutes() {
  router
    .get('/settings/webhooks', [Endpoints, 'index'])
    .as('endpoints.index')
    .use(needs('webhooks'))
  router
    .group(() => {
      // first: "new" is no endpoint
      router.group(destinations).use(needsFreshLogIn)
      endpoints()
      deliveries()
    })
    .use(needs('webhooks', 'allDocuments'))
}

function endpoints() {
  router.get(ENDPOINT, [Endpoints, 'show']).as('endpoints.show')
  router
    .post(`${ENDPOINT}/test`, [EndpointTests, 'store'])
    .as('tests.store')
    .use(openToSupport('endpoint.test'))
  router
    .post(`${ENDPOINT}/enable`, [Enablings, 'store'])
    .as('enablings.store')
    .use(openToSupport('endpoint.enable'))
  router
    .post(`${ENDPOINT}/pause`, [Pauses, 'store'])
    .as('pauses.store')
    .use(openToSupport('endpoint.pause'))
  router.get(`${ENDPOINT}/delete`, [Removals, 'create']).as('removals.create')
  router.post(`${ENDPOINT}/delete`, [Removals, 'store']).as('removals.store')
}

/** Where everybody's documents are told of, and by which secret that is known to be us. */
function destinations() {
  router.get('/settings/webhooks/new', [Endpoints, 'create']).as('endpoints.create')
  router.post('/settings/webhooks', [Endpoints, 'store']).as('endpoints.store')
  router.get(`${ENDPOINT}/edit`, [Endpoints, 'edit']).as('endpoints.edit')
  router.post(ENDPOINT, [Endpoints, 'update']).as('endpoints.update')
  router.get(`${ENDPOINT}/secret`, [Secrets, 'create']).as('secrets.create')
  router.post(`${ENDPOINT}/secret`, [Secrets, 'store']).as('secrets.store')
  router.post(`${ENDPOINT}/secret/activate`, [Activations, 'store']).as('activations.store')
}

function deliveries() {
  router.get(`${ENDPOINT}/replays/new`, [ManyReplays, 'create']).as('many_replays.create')
  router
    .post(`${ENDPOINT}/replays`, [ManyReplays, 'store'])
    .as('many_replays.store')
    .use(openToSupport('delivery.replay'))
  router.get(DELIVERY, [Deliveries, 'show']).as('deliveries.show')
  router
    .post(`${DELIVERY}/replay`, [Replays, 'store'])
    .as('replays.store')
    .use(openToSupport('delivery.replay'))
  router
    .post(`${DELIVERY}/signature`, [SignatureChecks, 'store'])
    .as('signature_checks.store')
    .use(openToSupport('delivery.check_signature'))
}
