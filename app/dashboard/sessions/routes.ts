import router from '@adonisjs/core/services/router'

const Codes = () => import('./codes_controller.js')
const Emergencies = () => import('./emergencies_controller.js')
const PasskeyFactors = () => import('./passkey_factors_controller.js')
const PasskeyLogIns = () => import('./passkey_log_ins_controller.js')
const Sessions = () => import('./sessions_controller.js')

/** Nobody is known here yet. */
export function sessionRoutes() {
  router.get('/login', [Sessions, 'create']).as('sessions.create')
  router.post('/login', [Sessions, 'store']).as('sessions.store')
  router.get('/login/code', [Codes, 'create']).as('codes.create')
  router.post('/login/code', [Codes, 'store']).as('codes.store')
  passkeys()
  router.get('/login/emergency', [Emergencies, 'create']).as('emergencies.create')
  router.post('/login/emergency', [Emergencies, 'store']).as('emergencies.store')
  router.post('/logout', [Sessions, 'destroy']).as('sessions.destroy')
}

/** A script asks for the options; the answer of the authenticator comes as a form. */
function passkeys() {
  router
    .group(() => {
      router.post('/login/passkey/options', [PasskeyLogIns, 'create']).as('log_in.create')
      router.post('/login/passkey', [PasskeyLogIns, 'store']).as('log_in.store')
      router.post('/login/code/passkey/options', [PasskeyFactors, 'create']).as('factor.create')
      router.post('/login/code/passkey', [PasskeyFactors, 'store']).as('factor.store')
    })
    .as('log_in_passkeys')
}
