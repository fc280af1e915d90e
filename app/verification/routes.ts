import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'
import { fromOwnPage } from '#app/front_door/pages/own_page'

const OfflineVerifiers = () => import('./offline_verifiers_controller.js')
const RevocationAnswers = () => import('./revocation_answers_controller.js')
const RevocationLists = () => import('./revocation_lists_controller.js')
const RevokedScripts = () => import('./revoked_scripts_controller.js')
const SealRoots = () => import('./seal_roots_controller.js')
const Verifications = () => import('./verifications_controller.js')

/** On the hosts of tenants, and on the platform's own. */
export default function verificationRoutes() {
  router
    .group(() => {
      router.get('/verify', [Verifications, 'show']).as('show')
      router.post('/verify', [Verifications, 'store']).as('store')
      router.get('/verify/offline', [OfflineVerifiers, 'show']).as('offline')
    })
    .as('verifications')
    .use([middleware.pageHeaders({ connects: false }), fromOwnPage])
  router.get('/verify/revoked/:name', [RevokedScripts, 'show']).as('revokedScripts')
  router.get('/.well-known/seal-roots.json', [SealRoots, 'show']).as('sealRoots')
  router.get('/crl/:name', [RevocationLists, 'show']).as('revocationLists')
  router.get('/ocsp/:request', [RevocationAnswers, 'show']).as('revocationAnswers.show')
  router.post('/ocsp', [RevocationAnswers, 'store']).as('revocationAnswers.store')
}
