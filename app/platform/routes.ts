import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'
import { formBody } from '#app/front_door/bodies/form_body'
import { fromOwnPage } from '#app/front_door/pages/own_page'
import { forOperators, needs } from './needs.js'
import { onPlatform } from '#app/front_door/hosts/on_platform'
import { refusalsAsPages } from './refusals.js'
import { asOperator, halfway } from './signed_in.js'

const Caps = () => import('./tenants/caps_controller.js')
const Codes = () => import('./login/codes_controller.js')
const Enrolments = () => import('./login/enrolments_controller.js')
const Grants = () => import('./tenants/grants_controller.js')
const Health = () => import('./health/health_controller.js')
const Incidents = () => import('./incidents/incidents_controller.js')
const IncidentUpdates = () => import('./incidents/incident_updates_controller.js')
const Invitations = () => import('./login/invitations_controller.js')
const Operators = () => import('./operators/operators_controller.js')
const Overview = () => import('./overview/overview_controller.js')
const PlanChanges = () => import('./tenants/plan_changes_controller.js')
const PlanRequests = () => import('./plans/plan_requests_controller.js')
const Plans = () => import('./plans/plans_controller.js')
const Removals = () => import('./tenants/removals_controller.js')
const Reports = () => import('./reports/reports_controller.js')
const SecurityTxt = () => import('./security_txt_controller.js')
const Sessions = () => import('./login/sessions_controller.js')
const Settings = () => import('./settings_controller.js')
const Support = () => import('./support/support_controller.js')
const Suspensions = () => import('./tenants/suspensions_controller.js')
const Tenants = () => import('./tenants/tenants_controller.js')
const Trail = () => import('./trail/trail_controller.js')
const StuckWork = () => import('./stuck/stuck_work_controller.js')

const page = () => [onPlatform, middleware.pageHeaders(), fromOwnPage]

/** On the platform's own host only; the caller names it. */
export default function platformRoutes() {
  router.group(loginRoutes).use([...page(), formBody])
  // their addresses are secrets
  router
    .group(invitations)
    .use([onPlatform, middleware.pageHeaders({ referrer: 'no-referrer' }), fromOwnPage, formBody])
  router.get('/.well-known/security.txt', [SecurityTxt, 'show']).as('securityTxt').use(onPlatform)
  router.group(secondProof).use([...page(), halfway, formBody])
  router.group(console).use([...page(), asOperator, refusalsAsPages, formBody])
}

function loginRoutes() {
  router.get('/login', [Sessions, 'create']).as('sessions.create')
  router.post('/login', [Sessions, 'store']).as('sessions.store')
  router.post('/logout', [Sessions, 'destroy']).as('sessions.destroy')
}

function invitations() {
  router.get('/welcome/:token', [Invitations, 'create']).as('invitations.create')
  router.post('/welcome/:token', [Invitations, 'store']).as('invitations.store')
}

function secondProof() {
  router.get('/login/code', [Codes, 'create']).as('codes.create')
  router.post('/login/code', [Codes, 'store']).as('codes.store')
  router.get('/enrol', [Enrolments, 'create']).as('enrolments.create')
  router.post('/enrol', [Enrolments, 'store']).as('enrolments.store')
}

function console() {
  router.group(ofOperators).use(forOperators)
  router.group(plans).use(needs('plans'))
  router.group(removals).use(needs('removals'))
  router.group(operators).use(needs('operators'))
  router.group(settings).use(needs('settings'))
}

function ofOperators() {
  router.get('/', [Overview, 'show']).as('overview.show')
  tenants()
  router.get('/plans', [Plans, 'index']).as('plans.index')
  router.get('/plan-requests/:id', [PlanRequests, 'show']).as('planRequests.show')
  router.post('/plan-requests/:id/grant', [PlanRequests, 'grant']).as('planRequests.grant')
  router.post('/plan-requests/:id/decline', [PlanRequests, 'decline']).as('planRequests.decline')
  router.get('/stuck', [StuckWork, 'index']).as('stuck.index')
  router.post('/stuck/retry', [StuckWork, 'retry']).as('stuck.retry')
  router.get('/reports', [Reports, 'index']).as('reports.index')
  router.get('/reports/:id', [Reports, 'show']).as('reports.show')
  router.post('/reports/:id/dismiss', [Reports, 'dismiss']).as('reports.dismiss')
  router.get('/reports/:id/take-down', [Reports, 'askTakeDown']).as('reports.askTakeDown')
  router.post('/reports/:id/take-down', [Reports, 'takeDown']).as('reports.takeDown')
  router.get('/health', [Health, 'index']).as('health.index')
  router.get('/incidents', [Incidents, 'index']).as('incidents.index')
  router.get('/incidents/new', [Incidents, 'create']).as('incidents.create')
  router.post('/incidents', [Incidents, 'store']).as('incidents.store')
  router.get('/incidents/:id', [Incidents, 'show']).as('incidents.show')
  router.post('/incidents/:id/updates', [IncidentUpdates, 'store']).as('incidentUpdates.store')
  router.get('/trail', [Trail, 'index']).as('trail.index')
  router.get('/operators', [Operators, 'index']).as('operators.index')
}

function tenants() {
  router.get('/tenants', [Tenants, 'index']).as('tenants.index')
  router.get('/tenants/new', [Tenants, 'create']).as('tenants.create')
  router.post('/tenants', [Tenants, 'store']).as('tenants.store')
  router.get('/tenants/:id', [Tenants, 'show']).as('tenants.show')
  router.get('/tenants/:id/suspend', [Suspensions, 'create']).as('suspensions.create')
  router.post('/tenants/:id/suspend', [Suspensions, 'store']).as('suspensions.store')
  router.post('/tenants/:id/resume', [Suspensions, 'destroy']).as('suspensions.destroy')
  router.get('/tenants/:id/plan', [PlanChanges, 'create']).as('planChanges.create')
  router.post('/tenants/:id/plan', [PlanChanges, 'store']).as('planChanges.store')
  router.post('/tenants/:id/grants', [Grants, 'store']).as('grants.store')
  router.get('/tenants/:id/grants/:grant/end', [Grants, 'askEnd']).as('grants.askEnd')
  router.post('/tenants/:id/grants/:grant/end', [Grants, 'destroy']).as('grants.destroy')
  router.post('/tenants/:id/cap', [Caps, 'store']).as('caps.store')
  router.get('/tenants/:id/support', [Support, 'create']).as('support.create')
  router.post('/tenants/:id/support', [Support, 'store']).as('support.store')
}

function plans() {
  router.get('/plans/:key', [Plans, 'edit']).as('plans.edit')
  router.post('/plans/:key/preview', [Plans, 'preview']).as('plans.preview')
  router.post('/plans/:key', [Plans, 'update']).as('plans.update')
}

function removals() {
  router.get('/tenants/:id/delete', [Removals, 'create']).as('removals.create')
  router.post('/tenants/:id/delete', [Removals, 'store']).as('removals.store')
  router.post('/tenants/:id/keep', [Removals, 'destroy']).as('removals.destroy')
}

function operators() {
  router.post('/operators', [Operators, 'store']).as('operators.store')
  router.get('/operators/:id/link', [Operators, 'askRenewal']).as('operators.askRenewal')
  router.post('/operators/:id/link', [Operators, 'renew']).as('operators.renew')
  router.get('/operators/:id/disable', [Operators, 'askDisable']).as('operators.askDisable')
  router.post('/operators/:id/disable', [Operators, 'disable']).as('operators.disable')
  router.post('/operators/:id/enable', [Operators, 'enable']).as('operators.enable')
}

function settings() {
  router.get('/settings', [Settings, 'edit']).as('settings.edit')
  router.post('/settings', [Settings, 'update']).as('settings.update')
}
