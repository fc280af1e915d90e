import router from '@adonisjs/core/services/router'
import { spentByGet } from '#app/front_door/answers/spent_by_get'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs, openToSupport } from '../needs.js'

const Arrivals = () => import('./arrivals_controller.js')
const Checks = () => import('./domain_checks_controller.js')
const Departures = () => import('./departures_controller.js')
const Domains = () => import('./domains_controller.js')
const Removals = () => import('./domain_removals_controller.js')

/** Hosts are the account's. People log in at them, and links to new passwords lead there: a choice of one, and its end, asks for a fresh log-in. */
export function domainRoutes() {
  router
    .group(() => {
      router.get('/settings/domains', [Domains, 'index']).as('domains.index')
      router
        .get('/settings/domains/new', [Domains, 'create'])
        .as('domains.create')
        .use(needsFreshLogIn)
      router.post('/settings/domains', [Domains, 'store']).as('domains.store').use(needsFreshLogIn)
      router.get('/settings/domains/:id', [Domains, 'show']).as('domains.show')
      router
        .get('/settings/domains/:id/edit', [Domains, 'edit'])
        .as('domains.edit')
        .use(needsFreshLogIn)
      router
        .post('/settings/domains/:id', [Domains, 'update'])
        .as('domains.update')
        .use(needsFreshLogIn)
      router
        .post('/settings/domains/:id/check', [Checks, 'store'])
        .as('domain_checks.store')
        .use(openToSupport('domain.check'))
      router.get('/settings/domains/:id/remove', [Removals, 'create']).as('domain_removals.create')
      router
        .post('/settings/domains/:id/remove', [Removals, 'store'])
        .as('domain_removals.store')
        .use(needsFreshLogIn)
    })
    .use(needs('domains'))
}

/** From one host of the tenant to another, where nobody is known yet. */
export function crossingRoutes() {
  router.get('/arrivals/new', [Arrivals, 'create']).as('arrivals.create')
  router.get('/departures/new', [Departures, 'create']).as('departures.create')
  router.post('/departures', [Departures, 'store']).as('departures.store')
  router.get('/arrivals', [Arrivals, 'store']).as('arrivals.store').use(spentByGet)
}
