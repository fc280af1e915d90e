import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs, needsOnDocument } from '../needs.js'

const Data = () => import('./data_controller.js')
const DocumentErasures = () => import('./document_erasures_controller.js')
const Holds = () => import('./holds_controller.js')
const People = () => import('./people_controller.js')

/** Of the account, and so in the live environment alone. */
export function dataRoutes() {
  router
    .group(() => {
      router.get('/settings/data', [Data, 'show']).as('data.show')
      router.post('/settings/data/hold', [Holds, 'store']).as('holds.store')
      router.group(erasures).use(needsFreshLogIn)
    })
    .use(needs('data'))
}

function erasures() {
  router.post('/settings/data/retention', [Data, 'update']).as('data.update')
  router.post('/settings/data/hold/lift', [Holds, 'destroy']).as('holds.destroy')
  router.get('/settings/data/person', [People, 'show']).as('people.show')
  router.post('/settings/data/person', [People, 'destroy']).as('people.destroy')
}

/** In both environments. */
export function documentErasureRoutes() {
  router
    .group(() => {
      router
        .get('/documents/:id/erase', [DocumentErasures, 'create'])
        .as('document_erasures.create')
      router.post('/documents/:id/erase', [DocumentErasures, 'store']).as('document_erasures.store')
    })
    .use([needsOnDocument('erase'), needsFreshLogIn])
}
