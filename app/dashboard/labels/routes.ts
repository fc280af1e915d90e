import router from '@adonisjs/core/services/router'
import { LabelPolicy } from '#app/identity/access/label_policy'
import { needs, needsOnDocument } from '../needs.js'

const DocumentLabels = () => import('./document_labels_controller.js')
const Labels = () => import('./labels_controller.js')
const Removals = () => import('./label_removals_controller.js')

/** In each environment. */
export function labelRoutes() {
  router.group(labels).use(needs(...LabelPolicy.rightsToManage))
  router.group(ofDocument).use(needsOnDocument('change'))
}

function labels() {
  router.get('/labels', [Labels, 'index']).as('labels.index')
  router.post('/labels', [Labels, 'store']).as('labels.store')
  router.post('/labels/:id', [Labels, 'update']).as('labels.update')
  router.get('/labels/:id/delete', [Removals, 'create']).as('label_removals.create')
  router.post('/labels/:id/delete', [Removals, 'store']).as('label_removals.store')
}

function ofDocument() {
  router.get('/documents/:id/labels', [DocumentLabels, 'edit']).as('document_labels.edit')
  router.post('/documents/:id/labels', [DocumentLabels, 'update']).as('document_labels.update')
}
