import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'

const Keys = () => import('./keys_controller.js')
const Revocations = () => import('./revocations_controller.js')
const Rotations = () => import('./rotations_controller.js')

/** Each environment shows its own keys, and none of the other's. */
export function keyRoutes() {
  router
    .group(() => {
      router.get('/settings/keys', [Keys, 'index']).as('keys.index')
      router.group(secrets).use(needsFreshLogIn)
      router.get('/settings/keys/:id', [Keys, 'show']).as('keys.show')
      router.get('/settings/keys/:id/revoke', [Revocations, 'create']).as('keys.revocations.create')
      router.post('/settings/keys/:id/revoke', [Revocations, 'store']).as('keys.revocations.store')
    })
    .use(needs('keys'))
}

/** Pages that show a key, or say what one may do. */
function secrets() {
  router.get('/settings/keys/new', [Keys, 'create']).as('keys.create')
  router.post('/settings/keys', [Keys, 'store']).as('keys.store')
  router.get('/settings/keys/:id/edit', [Keys, 'edit']).as('keys.edit')
  router.post('/settings/keys/:id', [Keys, 'update']).as('keys.update')
  router.get('/settings/keys/:id/rotate', [Rotations, 'create']).as('keys.rotations.create')
  router.post('/settings/keys/:id/rotate', [Rotations, 'store']).as('keys.rotations.store')
}
