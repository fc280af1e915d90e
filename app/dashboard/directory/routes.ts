import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'
import { PAGE } from './directory_page.js'

const Directory = () => import('./directory_controller.js')
const Tokens = () => import('./tokens_controller.js')
const GroupRoles = () => import('./group_roles_controller.js')

/** The right to manage members covers which groups give which role; tokens are an owner's. */
export function directoryRoutes() {
  router.group(settings).as('directory').use(needs('members'))
}

function settings() {
  router.get(PAGE, [Directory, 'show']).as('show')
  router.post(`${PAGE}/tokens`, [Tokens, 'store']).as('tokens.store').use(needsFreshLogIn)
  router.post(`${PAGE}/tokens/revoke`, [Tokens, 'destroy']).as('tokens.destroy')
  router.post(`${PAGE}/groups`, [GroupRoles, 'update']).as('groups.update').use(needsFreshLogIn)
}
