import router from '@adonisjs/core/services/router'
import { forEverybody, needs, needsOnDocument } from '../needs.js'
import { needsOnTemplate } from './visible_template.js'

const Arrangements = () => import('./template_arrangements_controller.js')
const Archives = () => import('./archives_controller.js')
const Copies = () => import('./template_copies_controller.js')
const Deletions = () => import('./template_deletions_controller.js')
const Edits = () => import('./template_edits_controller.js')
const Forms = () => import('./forms/template_forms_controller.js')
const Reminders = () => import('./template_reminders_controller.js')
const Teams = () => import('./template_teams_controller.js')
const Templates = () => import('./templates_controller.js')
const Uses = () => import('./uses_controller.js')

/** In both environments. */
export function templateRoutes() {
  router.get('/templates', [Templates, 'index']).as('templates.index').use(forEverybody)
  router.group(creation).use(needs('documents'))
  router.group(reading).use(forEverybody)
  router.group(use).use(needsOnTemplate('copy'))
  router.group(changes).use(needsOnTemplate('change'))
  router
    .post('/documents/:id/template', [Copies, 'ofDocument'])
    .as('template_copies.of_document')
    .use(needsOnDocument('copy'))
}

function creation() {
  router.get('/templates/new', [Templates, 'create']).as('templates.create')
  router.post('/templates', [Templates, 'store']).as('templates.store')
}

function reading() {
  router.get('/templates/:id', [Templates, 'show']).as('templates.show')
  router.get('/templates/:id/view', [Templates, 'view']).as('templates.view')
}

function use() {
  router.get('/templates/:id/use', [Uses, 'create']).as('uses.create')
  router.post('/templates/:id/use', [Uses, 'store']).as('uses.store')
  router.post('/templates/:id/copies', [Copies, 'store']).as('template_copies.store')
}

function changes() {
  router.get('/templates/:id/edit', [Edits, 'edit']).as('template_edits.edit')
  router.post('/templates/:id', [Edits, 'update']).as('template_edits.update')
  router.get('/templates/:id/files', [Arrangements, 'edit']).as('template_arrangements.edit')
  router.post('/templates/:id/files', [Arrangements, 'update']).as('template_arrangements.update')
  router.post('/templates/:id/archive', [Archives, 'store']).as('archives.store')
  router.post('/templates/:id/restore', [Archives, 'destroy']).as('archives.destroy')
  router.get('/templates/:id/reminder-plan', [Reminders, 'edit']).as('template_reminders.edit')
  router.post('/templates/:id/reminder-plan', [Reminders, 'update']).as('template_reminders.update')
  router.get('/templates/:id/form', [Forms, 'show']).as('template_forms.show')
  router.post('/templates/:id/form', [Forms, 'store']).as('template_forms.store')
  router.post('/templates/:id/form/off', [Forms, 'destroy']).as('template_forms.destroy')
  router.post('/templates/:id/form/link', [Forms, 'rotate']).as('template_forms.rotate')
  router.get('/templates/:id/teams', [Teams, 'edit']).as('template_teams.edit')
  router.post('/templates/:id/teams', [Teams, 'update']).as('template_teams.update')
  router.get('/templates/:id/delete', [Deletions, 'create']).as('template_deletions.create')
  router.post('/templates/:id/delete', [Deletions, 'store']).as('template_deletions.store')
}
