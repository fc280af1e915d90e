import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'
import { formBody } from '#app/front_door/form_body'
import { fromOwnPage } from '#app/front_door/own_page'
import { handoverRoutes } from './handover/routes.js'
import { brandRoutes } from './brand/routes.js'
import { clockRoutes } from './clock/routes.js'
import { crossingRoutes, domainRoutes } from './domains/routes.js'
import { noticeRoutes } from './notices/routes.js'
import { refusalsAsPages } from './refusals.js'
import { helpRoutes } from './help/routes.js'
import { integrationRoutes } from './integrations/routes.js'
import { memberRoutes } from './members/routes.js'
import { passwordRoutes } from './passwords/routes.js'
import { securityRoutes, supportDoorRoutes } from './security/routes.js'
import { senderRoutes } from './sender/routes.js'
import { dataRoutes, documentErasureRoutes } from './data/routes.js'
import { usageRoutes } from './usage/routes.js'
import { webhookRoutes } from './webhooks/routes.js'
import { asUserIn, atTheDoor } from './signed_in.js'
import { tenantRoutes } from './tenants/routes.js'

const Corrections = () => import('./documents/corrections_controller.js')
const Documents = () => import('./documents/documents_controller.js')
const Downloads = () => import('./documents/downloads_controller.js')
const Keys = () => import('./keys_controller.js')
const Links = () => import('./documents/links_controller.js')
const Mailboxes = () => import('./mailbox/mailbox_controller.js')
const Reminders = () => import('./documents/reminders_controller.js')
const Revocations = () => import('./revocations_controller.js')
const Sendings = () => import('./documents/sendings_controller.js')
const Sessions = () => import('./sessions_controller.js')
const Voids = () => import('./documents/voids_controller.js')

const page = () => [middleware.pageHeaders(), fromOwnPage]

/** The environment stands in the address. */
export default function dashboardRoutes() {
  router
    .group(door)
    .as('dashboard')
    .use([...page(), atTheDoor, formBody])
  // their addresses are secrets
  router
    .group(passwordRoutes)
    .as('dashboard')
    .use([middleware.pageHeaders({ referrer: 'no-referrer' }), fromOwnPage, atTheDoor, formBody])
  router
    .group(() => {
      pages('/documents')
      accountSettings()
      tenantRoutes()
      handoverRoutes()
    })
    .as('dashboard')
    .use([...page(), asUserIn('live'), refusalsAsPages, formBody])
  router
    .group(() => {
      pages('/test/documents')
      mailbox()
      clockRoutes()
    })
    .prefix('/test')
    .as('dashboard.test')
    .use([...page(), asUserIn('test'), refusalsAsPages, formBody])
}

function door() {
  router.get('/login', [Sessions, 'create']).as('sessions.create')
  router.post('/login', [Sessions, 'store']).as('sessions.store')
  router.post('/logout', [Sessions, 'destroy']).as('sessions.destroy')
  supportDoorRoutes()
  crossingRoutes()
}

function pages(home: string) {
  router.get('/', ({ response }) => response.redirect(home, false, 303)).as('home')
  documents()
  settings()
}

function documents() {
  documentErasureRoutes()
  router.get('/documents', [Documents, 'index']).as('documents.index')
  router.get('/documents/new', [Documents, 'create']).as('documents.create')
  router.post('/documents', [Documents, 'store']).as('documents.store')
  router.get('/documents/:id', [Documents, 'show']).as('documents.show')
  router.get('/documents/:id/original', [Downloads, 'original']).as('documents.original')
  router.get('/documents/:id/download', [Downloads, 'sealed']).as('documents.sealed')
  router.post('/documents/:id/send', [Sendings, 'store']).as('sendings.store')
  router.post('/documents/:id/reminders', [Reminders, 'store']).as('reminders.store')
  router.get('/documents/:id/void', [Voids, 'create']).as('voids.create')
  router.post('/documents/:id/void', [Voids, 'store']).as('voids.store')
  router.post('/documents/:id/signers/:signer/link', [Links, 'store']).as('links.store')
  router.get('/documents/:id/signers/:signer/edit', [Corrections, 'edit']).as('corrections.edit')
  router.post('/documents/:id/signers/:signer', [Corrections, 'update']).as('corrections.update')
}

function settings() {
  router.get('/settings/keys', [Keys, 'index']).as('keys.index')
  router.get('/settings/keys/new', [Keys, 'create']).as('keys.create')
  router.post('/settings/keys', [Keys, 'store']).as('keys.store')
  router.get('/settings/keys/:id/revoke', [Revocations, 'create']).as('revocations.create')
  router.post('/settings/keys/:id/revoke', [Revocations, 'store']).as('revocations.store')
  webhookRoutes()
  integrationRoutes()
}

/** Of the account: they are one for both environments, and live at the address without /test. */
function accountSettings() {
  noticeRoutes()
  memberRoutes()
  usageRoutes()
  dataRoutes()
  helpRoutes()
  brandRoutes()
  domainRoutes()
  senderRoutes()
  securityRoutes()
}

function mailbox() {
  router.get('/mailbox', [Mailboxes, 'index']).as('mailbox.index')
  router.get('/mailbox/:id', [Mailboxes, 'show']).as('mailbox.show')
  router.get('/mailbox/:id/content', [Mailboxes, 'content']).as('mailbox.content')
}
