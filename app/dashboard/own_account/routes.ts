import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs, needsOnDocument } from '../needs.js'

const Account = () => import('./account_controller.js')
const Addresses = () => import('./addresses_controller.js')
const Confirmations = () => import('./confirmations_controller.js')
const Mails = () => import('./mails_controller.js')
const Names = () => import('./names_controller.js')
const OwnMails = () => import('../documents/own_mails_controller.js')
const PasskeyRemovals = () => import('./passkey_removals_controller.js')
const Passkeys = () => import('./passkeys_controller.js')
const Passwords = () => import('./passwords_controller.js')
const Regions = () => import('./regions_controller.js')
const SecondFactors = () => import('./second_factors_controller.js')
const SessionEnds = () => import('./session_ends_controller.js')

/** A page of one's own; in the live environment alone, for people belong to the account. */
export function ownAccountRoutes() {
  router
    .group(() => {
      router.get('/account', [Account, 'show']).as('account.show')
      router.post('/account/name', [Names, 'update']).as('names.update')
      router.post('/account/address/resend', [Addresses, 'resend']).as('addresses.resend')
      router.post('/account/address/cancel', [Addresses, 'destroy']).as('addresses.destroy')
      router.post('/account/mails', [Mails, 'update']).as('mails.update')
      router.post('/account/password', [Passwords, 'update']).as('passwords.update')
      router.post('/account/region', [Regions, 'update']).as('regions.update')
      router.post('/account/sessions/end', [SessionEnds, 'store']).as('session_ends.store')
      router
        .group(() => {
          router.get('/account/address', [Addresses, 'edit']).as('addresses.edit')
          router.post('/account/address', [Addresses, 'update']).as('addresses.update')
        })
        .use(needsFreshLogIn)
    })
    .use(needs('ownAccount'))
  router
    .post('/documents/:id/mails', [OwnMails, 'update'])
    .as('own_mails.update')
    .use(needsOnDocument('follow'))
}

/** The way to a second factor, also for somebody who has to set one up before anything else. */
export function factorRoutes() {
  router
    .group(() => {
      const at = '/account/confirm'
      router.get(at, [Confirmations, 'create']).as('confirmations.create')
      router.post(at, [Confirmations, 'store']).as('confirmations.store')
      router.post(`${at}/options`, [Confirmations, 'options']).as('confirmations.options')
      router.group(secondFactor).use(needsFreshLogIn)
      router.group(passkeys).as('passkeys').use(needsFreshLogIn)
    })
    .use(needs('ownAccount'))
}

function passkeys() {
  const at = '/account/passkeys'
  router.get(at, [Passkeys, 'index']).as('index')
  router.post(`${at}/options`, [Passkeys, 'create']).as('create')
  router.post(at, [Passkeys, 'store']).as('store')
  router.post(`${at}/:id`, [Passkeys, 'update']).as('update')
  router.get(`${at}/:id/remove`, [PasskeyRemovals, 'create']).as('removals.create')
  router.post(`${at}/:id/remove`, [PasskeyRemovals, 'store']).as('removals.store')
}

function secondFactor() {
  const at = '/account/second-factor'
  router.get(at, [SecondFactors, 'show']).as('second_factor.show')
  router.post(at, [SecondFactors, 'store']).as('second_factor.store')
  router.get(`${at}/set-up`, [SecondFactors, 'edit']).as('second_factor.edit')
  router.post(`${at}/set-up`, [SecondFactors, 'update']).as('second_factor.update')
  router.get(`${at}/remove`, [SecondFactors, 'askRemoval']).as('second_factor.ask_removal')
  router.post(`${at}/remove`, [SecondFactors, 'destroy']).as('second_factor.destroy')
  router.post(`${at}/codes`, [SecondFactors, 'renew']).as('second_factor.renew')
}
