import router from '@adonisjs/core/services/router'
import { spentByGet } from '#app/front_door/answers/spent_by_get'
import { needs } from '../needs.js'

const Files = () => import('./security_files_controller.js')
const Security = () => import('./security_controller.js')
const SupportEnds = () => import('./support_ends_controller.js')
const SupportEntries = () => import('./support_entries_controller.js')

/** Of the account: at the address without /test. */
export function securityRoutes() {
  router.get('/settings/security', [Security, 'index']).as('security.index').use(needs('security'))
  router
    .get('/settings/security/log.csv', [Files, 'show'])
    .as('security.files.show')
    .use(needs('security'))
  router
    .post('/settings/security/support/:id/end', [SupportEnds, 'store'])
    .as('support.ends.store')
    .use(needs('visits'))
}

/** Where an operator comes in, before anybody is known. */
export function supportEntryRoutes() {
  router.get('/support/:code', [SupportEntries, 'show']).as('support.entries.show').use(spentByGet)
}
