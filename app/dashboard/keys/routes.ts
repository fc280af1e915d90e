import router from '@adonisjs/core/services/router'
import { KeyPolicy, type KeyAct } from '#app/identity/access/key_policy'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'

const Keys = () => import('./keys_controller.js')
const Revocations = () => import('./revocations_controller.js')
const Rotations = () => import('./rotations_controller.js')

/** Each environment shows its own keys, and none of the other's. Pages that show a key, or say what one may do, ask for a fresh log-in. */
export function keyRoutes() {
  router.get('/settings/keys', [Keys, 'index']).as('keys.index').use(to('view'))
  router.group(issues).use([to('issue'), needsFreshLogIn])
  router.group(changes).use([to('change'), needsFreshLogIn])
  router.group(rotations).use([to('rotate'), needsFreshLogIn])
  router.get('/settings/keys/:id', [Keys, 'show']).as('keys.show').use(to('view'))
  router.group(revocations).use(to('revoke'))
}

function to(act: KeyAct) {
  return needs(...KeyPolicy.rightsFor(act))
}

function issues() {
  router.get('/settings/keys/new', [Keys, 'create']).as('keys.create')
  router.post('/settings/keys', [Keys, 'store']).as('keys.store')
}

function changes() {
  router.get('/settings/keys/:id/edit', [Keys, 'edit']).as('keys.edit')
  router.post('/settings/keys/:id', [Keys, 'update']).as('keys.update')
}

function rotations() {
  router.get('/settings/keys/:id/rotate', [Rotations, 'create']).as('keys.rotations.create')
  router.post('/settings/keys/:id/rotate', [Rotations, 'store']).as('keys.rotations.store')
}

function revocations() {
  router.get('/settings/keys/:id/revoke', [Revocations, 'create']).as('keys.revocations.create')
  router.post('/settings/keys/:id/revoke', [Revocations, 'store']).as('keys.revocations.store')
}
