import router from '@adonisjs/core/services/router'
import { forEverybody } from '../needs.js'
import { needsOnTemplate } from '../templates/visible_template.js'
import { needsOnBulkSend } from './visible_bulk_send.js'

const Cancellations = () => import('./bulk_cancellations_controller.js')
const Columns = () => import('./bulk_columns_controller.js')
const Files = () => import('./bulk_files_controller.js')
const Runs = () => import('./bulk_runs_controller.js')
const Sends = () => import('./bulk_sends_controller.js')

/** In both environments. */
export function bulkSendRoutes() {
  router.get('/bulk-sends', [Sends, 'index']).as('bulk_sends.index').use(forEverybody)
  router.get('/bulk-sends/:id', [Sends, 'show']).as('bulk_sends.show').use(forEverybody)
  router.get('/bulk-sends/:id/rows.csv', [Files, 'show']).as('bulk_files.show').use(forEverybody)
  router.group(ofTemplate).prefix('/templates/:id/bulk-sends').use(needsOnTemplate('copy'))
  router.group(changes).prefix('/bulk-sends/:id').use(needsOnBulkSend)
}

function ofTemplate() {
  router.get('/new', [Sends, 'create']).as('bulk_sends.create')
  router.get('/sample.csv', [Files, 'sample']).as('bulk_files.sample')
  router.post('/', [Sends, 'store']).as('bulk_sends.store')
}

function changes() {
  router.post('/columns', [Columns, 'update']).as('bulk_columns.update')
  router.post('/send', [Runs, 'store']).as('bulk_runs.store')
  router.post('/pause', [Runs, 'pause']).as('bulk_runs.pause')
  router.post('/resume', [Runs, 'resume']).as('bulk_runs.resume')
  router.get('/cancel', [Cancellations, 'create']).as('bulk_cancellations.create')
  router.post('/cancel', [Cancellations, 'store']).as('bulk_cancellations.store')
}
