import router from '@adonisjs/core/services/router'
import { spentByGet } from '#app/front_door/answers/spent_by_get'

const LogIns = () => import('./log_ins_controller.js')
const LogOuts = () => import('./log_outs_controller.js')
const Metadata = () => import('./metadata_controller.js')

/** Asked for by our own log-in page, or by a link. */
export function singleSignOnRoutes() {
  router.get('/sso/saml/login', [LogIns, 'create']).as('sso.create')
  router.get('/sso/saml/complete', [LogIns, 'show']).as('sso.show').use(spentByGet)
  router.post('/sso/saml/logout', [LogOuts, 'destroy']).as('sso.destroy')
}

/** What an identity provider fetches, and what browsers bring from there: each message proves itself, and no cookie of ours counts. */
export function providerRoutes() {
  router.get('/sso/saml/metadata', [Metadata, 'show']).as('sso.metadata')
  router.post('/sso/saml/acs', [LogIns, 'store']).as('sso.store')
  router.get('/sso/saml/slo', [LogOuts, 'show']).as('sso.slo').use(spentByGet)
  router.post('/sso/saml/slo', [LogOuts, 'store']).as('sso.slo_form')
}
