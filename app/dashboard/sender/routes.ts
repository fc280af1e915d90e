import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'

const Senders = () => import('./senders_controller.js')
const Domains = () => import('./sender_domains_controller.js')
const Rotations = () => import('./rotations_controller.js')
const DomainRemovals = () => import('./sender_domain_removals_controller.js')
const Servers = () => import('./servers_controller.js')
const ServerTests = () => import('./server_tests_controller.js')
const ServerRemovals = () => import('./server_removals_controller.js')
const Suppressions = () => import('./suppressions_controller.js')

/** Who mails come from is the account's affair. */
export function senderRoutes() {
  router
    .group(() => {
      router.get('/settings/sender', [Senders, 'show']).as('sender.show')
      router.post('/settings/sender', [Senders, 'update']).as('sender.update').use(needsFreshLogIn)

      router.get('/settings/sender/domain', [Domains, 'show']).as('sender_domain.show')
      router.get('/settings/sender/domain/edit', [Domains, 'edit']).as('sender_domain.edit')
      router.post('/settings/sender/domain', [Domains, 'store']).as('sender_domain.store')
      router.post('/settings/sender/domain/check', [Domains, 'check']).as('sender_domain.check')
      router.get('/settings/sender/domain/rotate', [Rotations, 'create']).as('rotations.create')
      router.post('/settings/sender/domain/rotate', [Rotations, 'store']).as('rotations.store')
      router
        .get('/settings/sender/domain/remove', [DomainRemovals, 'create'])
        .as('sender_domain_removals.create')
      router
        .post('/settings/sender/domain/remove', [DomainRemovals, 'store'])
        .as('sender_domain_removals.store')

      router.group(server).use(needsFreshLogIn)
      router.post('/settings/sender/server/test', [ServerTests, 'store']).as('server_tests.store')
      router
        .get('/settings/sender/server/remove', [ServerRemovals, 'create'])
        .as('server_removals.create')
      router
        .post('/settings/sender/server/remove', [ServerRemovals, 'store'])
        .as('server_removals.store')

      router
        .post('/settings/sender/suppressions', [Suppressions, 'destroy'])
        .as('suppressions.destroy')
    })
    .use(needs('sender'))
}

/** Those who run it read the mails of this account that pass through it. */
function server() {
  router.get('/settings/sender/server', [Servers, 'edit']).as('sender_server.edit')
  router.post('/settings/sender/server', [Servers, 'update']).as('sender_server.update')
}
