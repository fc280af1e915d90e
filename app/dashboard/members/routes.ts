import router from '@adonisjs/core/services/router'
import { MemberPolicy, type MemberAct } from '#app/identity/access/member_policy'
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
  router.get('/settings/members', [Members, 'index']).as('members.index').use(to('view'))
  router.group(invitations).use([to('invite'), needsFreshLogIn])
  router.group(changes).use([to('change'), needsFreshLogIn])
  router.get('/settings/members/:id', [Members, 'show']).as('members.show').use(to('view'))
  router.group(documents).use(to('handDocumentsOver'))
  router
    .post('/settings/members/:id/invitation', [Invitations, 'update'])
    .as('members.invitations.update')
    .use(to('invite'))
  router.group(transfers).use([to('transferAccount'), needsFreshLogIn])
  router
    .post('/settings/members/:id/second-factor/remove', [LostFactors, 'store'])
    .as('members.lost_factors.store')
    .use([to('recoverFactor'), needsFreshLogIn])
}

function to(act: MemberAct) {
  return needs(...MemberPolicy.rightsFor(act))
}

function invitations() {
  router.get('/settings/members/new', [Invitations, 'create']).as('members.invitations.create')
  router.post('/settings/members', [Invitations, 'store']).as('members.invitations.store')
}

/** Who is a member, and as what. */
function changes() {
  router.post('/settings/members/:id/role', [Roles, 'update']).as('members.roles.update')
  router.post('/settings/members/:id/disable', [Access, 'destroy']).as('members.access.destroy')
  router.post('/settings/members/:id/enable', [Access, 'store']).as('members.access.store')
  router.get('/settings/members/:id/remove', [Removals, 'create']).as('members.removals.create')
  router.post('/settings/members/:id/remove', [Removals, 'store']).as('members.removals.store')
}

function documents() {
  router.get('/settings/members/:id/documents', [Documents, 'edit']).as('members.documents.edit')
  router
    .post('/settings/members/:id/documents', [Documents, 'update'])
    .as('members.documents.update')
}

function transfers() {
  router
    .get('/settings/members/:id/ownership', [Ownerships, 'create'])
    .as('members.ownerships.create')
  router
    .post('/settings/members/:id/ownership', [Ownerships, 'store'])
    .as('members.ownerships.store')
}
