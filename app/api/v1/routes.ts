import router from '@adonisjs/core/services/router'
import { FILTERS } from './document_filter.js'
import { asKeyHolder } from './key_holder.js'
import { JSON_ANSWERS, operation } from './operation.js'
import { PAGE_PARAMETERS } from './page.js'

const Audit = () => import('./audit_controller.js')
const Docs = () => import('../docs_controller.js')
const Documents = () => import('./documents_controller.js')
const Files = () => import('./files_controller.js')
const Health = () => import('./health_controller.js')
const Sendings = () => import('./sendings_controller.js')
const Webhooks = () => import('./webhooks_controller.js')

/** Clients that ask for JSON everywhere get the file too: its errors are JSON. */
const PDF_ANSWERS = ['application/pdf', 'application/octet-stream', ...JSON_ANSWERS]

/** `/api/v1` is canonical; `/api` is a pinned alias of it for every operation. */
const STYLES = [
  { prefix: '/api/v1', name: 'api.v1' },
  { prefix: '/api', name: 'api' },
]

export default function apiRoutes() {
  router.get('/docs/errors', [Docs, 'errors']).as('docs.errors')
  for (const { prefix, name } of STYLES) {
    router.group(openOperations).prefix(prefix).as(name)
    router.group(keyOperations).prefix(prefix).as(name).use(asKeyHolder)
  }
}

function openOperations() {
  router.get('health', [Health, 'show']).as('health').use(operation({}))
}

function keyOperations() {
  router
    .post('signatures/send', [Sendings, 'store'])
    .as('signatures.send')
    .use(operation({ scope: 'documents:write' }))
  router
    .post('documents', [Documents, 'store'])
    .as('documents.store')
    .use(operation({ scope: 'documents:write' }))
  router
    .get('documents', [Documents, 'index'])
    .as('documents.index')
    .use(operation({ scope: 'documents:read', query: [...FILTERS, ...PAGE_PARAMETERS] }))
  router
    .get('documents/:id', [Documents, 'show'])
    .as('documents.show')
    .use(operation({ scope: 'documents:read' }))
  router
    .get('documents/:id/audit', [Audit, 'index'])
    .as('documents.audit')
    .use(operation({ scope: 'audit:read', query: ['format', ...PAGE_PARAMETERS] }))
  router
    .get('documents/:id/file', [Files, 'original'])
    .as('documents.file')
    .use(operation({ scope: 'documents:read', answers: PDF_ANSWERS }))
  router
    .get('documents/:id/download', [Files, 'sealed'])
    .as('documents.download')
    .use(operation({ scope: 'documents:read', answers: PDF_ANSWERS }))
  router
    .post('webhooks', [Webhooks, 'store'])
    .as('webhooks.store')
    .use(operation({ scope: 'webhooks:write' }))
  router
    .get('webhooks', [Webhooks, 'index'])
    .as('webhooks.index')
    .use(operation({ scope: 'webhooks:read', query: PAGE_PARAMETERS }))
  router
    .get('webhooks/:id', [Webhooks, 'show'])
    .as('webhooks.show')
    .use(operation({ scope: 'webhooks:read' }))
  router
    .delete('webhooks/:id', [Webhooks, 'destroy'])
    .as('webhooks.destroy')
    .use(operation({ scope: 'webhooks:write' }))
}
