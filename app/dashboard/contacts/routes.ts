import router from '@adonisjs/core/services/router'
import { needs } from '../needs.js'

const Contacts = () => import('./contacts_controller.js')
const Matches = () => import('./matches_controller.js')
const Removals = () => import('./contact_removals_controller.js')

/** Of the person who asks, in each environment. */
export function contactRoutes() {
  router.group(contacts).use(needs('ownAccount'))
}

function contacts() {
  const at = '/account/contacts'
  router.get(at, [Contacts, 'index']).as('contacts.index')
  router.get(`${at}/matches`, [Matches, 'index']).as('contact_matches.index')
  router.post(`${at}/remembering`, [Contacts, 'turn']).as('contacts.turn')
  router.get(`${at}/delete`, [Removals, 'create']).as('contact_removals.create')
  router.post(`${at}/delete`, [Removals, 'storeAll']).as('contact_removals.store_all')
  router.post(`${at}/:id`, [Contacts, 'update']).as('contacts.update')
  router.post(`${at}/:id/delete`, [Removals, 'store']).as('contact_removals.store')
}
