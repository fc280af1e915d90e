import router from '@adonisjs/core/services/router'
import { TeamPolicy } from '#app/identity/access/team_policy'
import { needs } from '../needs.js'

const Members = () => import('./team_members_controller.js')
const Removals = () => import('./team_removals_controller.js')
const Teams = () => import('./teams_controller.js')

/** Teams belong to the account: these pages are in the live environment alone. */
export function teamRoutes() {
  router.group(teams).use(needs(...TeamPolicy.rightsToManage))
}

function teams() {
  router.get('/settings/teams', [Teams, 'index']).as('teams.index')
  router.post('/settings/teams', [Teams, 'store']).as('teams.store')
  router.get('/settings/teams/:id', [Teams, 'show']).as('teams.show')
  router.post('/settings/teams/:id', [Teams, 'update']).as('teams.update')
  router.post('/settings/teams/:id/members', [Members, 'store']).as('teams.members.store')
  router
    .post('/settings/teams/:id/members/:user/remove', [Members, 'destroy'])
    .as('teams.members.destroy')
  router.get('/settings/teams/:id/delete', [Removals, 'create']).as('teams.removals.create')
  router.post('/settings/teams/:id/delete', [Removals, 'store']).as('teams.removals.store')
}
