import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'

const Access = () => import('./access_controller.js')
const Documents = () => import('./member_documents_controller.js')
const Invitations = () => import('./invitations_controller.js')
const LostFactors = () => import('./lost_factors_controller.js')
const Members = () => import('./members_controller.js')
const Ownerships = () => import('./ownerships_controller.js')
const Removals = () => import('./removals_controller.js')
const Roles = () => import('./roles_controller.js')

/** People belong to the account: these pages are in the live environment alone. */
export function memberRoutes() {
  router.group(members).use(needs('members'))
  router.group(ownership).use([needs('plan', 'members'), needsFreshLogIn])
}

function members() {
  router.get('/settings/members', [Members, 'index']).as('members.index')
  router.group(roles).use(needsFreshLogIn)
  router.get('/settings/members/:id', [Members, 'show']).as('members.show')
  router.get('/settings/members/:id/documents', [Documents, 'edit']).as('members.documents.edit')
  router
    .post('/settings/members/:id/documents', [Documents, 'update'])
    .as('members.documents.update')
  router
    .post('/settings/members/:id/invitation', [Invitations, 'update'])
    .as('members.invitations.update')
}

/** Who is a member, and as what. */
function roles() {
  router.get('/settings/members/new', [Invitations, 'create']).as('members.invitations.create')
  router.post('/settings/members', [Invitations, 'store']).as('members.invitations.store')
  router.post('/settings/members/:id/role', [Roles, 'update']).as('members.roles.update')
  router.post('/settings/members/:id/disable', [Access, 'destroy']).as('members.access.destroy')
  router.post('/settings/members/:id/enable', [Access, 'store']).as('members.access.store')
  router.get('/settings/members/:id/remove', [Removals, 'create']).as('members.removals.create')
  router.post('/settings/members/:id/remove', [Removals, 'store']).as('members.removals.store')
}

/** Of owners alone. */
function ownership() {
  router
    .get('/settings/members/:id/ownership', [Ownerships, 'create'])
    .as('members.ownerships.create')
  router
    .post('/settings/members/:id/ownership', [Ownerships, 'store'])
    .as('members.ownerships.store')
  router
    .post('/settings/members/:id/second-factor/remove', [LostFactors, 'store'])
    .as('members.lost_factors.store')
}
