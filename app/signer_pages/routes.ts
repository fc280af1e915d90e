import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'
import { letInAsJson, letInAsPage } from './access_code/let_in.js'
import { fromOwnPage } from './access/own_page.js'
import { spentByGet } from '#app/front_door/answers/spent_by_get'
import { limitVisits } from '#app/front_door/pages/page_visits'
import { refusalsAsJson, refusalsAsPages } from './access/refusals.js'
import { limitReturns } from './identity/proof_limits.js'
import { signerBody } from './acts/signer_body.js'
import { asSigner } from './access/signer_guard.js'
import { pausedAsJson, pausedAsPage } from './access/paused.js'

const Attachments = () => import('./acts/attachments_controller.js')
const AccessCodes = () => import('./access_code/access_codes_controller.js')
const CodeRequests = () => import('./access_code/code_requests_controller.js')
const Confirmations = () => import('./forms/confirmations_controller.js')
const Consents = () => import('./acts/consents_controller.js')
const Delegations = () => import('./acts/delegations_controller.js')
const Declines = () => import('./acts/declines_controller.js')
const Drafts = () => import('./acts/drafts_controller.js')
const Embeddings = () => import('./embedding/embeddings_controller.js')
const FrameElement = () => import('./embedding/frame_element_controller.js')
const Files = () => import('./acts/files_controller.js')
const Forms = () => import('./forms/forms_controller.js')
const Identities = () => import('./identity/identities_controller.js')
const IdentityReturns = () => import('./identity/identity_returns_controller.js')
const Languages = () => import('./acts/languages_controller.js')
const InPersonPages = () => import('./in_person/in_person_pages_controller.js')
const LinkPages = () => import('./signing_page/link_pages_controller.js')
const Presence = () => import('./acts/presence_controller.js')
const Questions = () => import('./questions/questions_controller.js')
const Reports = () => import('./reports/reports_controller.js')
const Signatures = () => import('./acts/signatures_controller.js')
const Statuses = () => import('./acts/statuses_controller.js')
const Withdrawals = () => import('./acts/withdrawals_controller.js')
const TrackingPages = () => import('./tracking/tracking_pages_controller.js')

/** The address of such a page is a secret: it goes to nobody else. */
const secretPage = () => middleware.pageHeaders({ referrer: 'no-referrer' })

export default function signerPageRoutes() {
  const link = [limitVisits, secretPage(), asSigner]
  const own = [fromOwnPage, signerBody]
  const asPages = [...link, refusalsAsPages, pausedAsPage]
  const asCalls = [...link, refusalsAsJson, pausedAsJson]
  ofLink(entrance).use([...asPages, ...own])
  ofLink(pages).use([...asPages, letInAsPage, ...own])
  ofLink(calls).use([...asCalls, letInAsJson, ...own])
  ofLink(always).use([...link, refusalsAsPages, ...own])
  router
    .get('/embed/:token', [Embeddings, 'show'])
    .as('embeddings.show')
    .use([limitVisits, secretPage(), spentByGet])
  router
    .get('/in-person/:token', [InPersonPages, 'show'])
    .as('in_person_pages.show')
    .use([limitVisits, secretPage(), spentByGet])
  router.get('/embed.js', [FrameElement, 'show']).as('frame_element.show')
  router.group(forms).use([limitVisits, secretPage(), fromOwnPage, signerBody])
  router
    .get('/sign-identity', [IdentityReturns, 'show'])
    .as('identity_returns.show')
    .use([limitReturns, secretPage(), spentByGet])
  router
    .get('/track/:token', [TrackingPages, 'show'])
    .as('tracking.show')
    .use([limitVisits, secretPage()])
}

function ofLink(routes: () => void) {
  return router.group(routes).prefix('/sign/:token').as('signing')
}

/** Of a template that anybody may fill in, and of the mail that proves their address. */
function forms() {
  router.get('/f/:token', [Forms, 'show']).as('forms.show')
  router.post('/f/:token', [Forms, 'store']).as('forms.store')
  router.get('/confirm/:token', [Confirmations, 'show']).as('confirmations.show')
  router.post('/confirm/:token', [Confirmations, 'store']).as('confirmations.store')
}

/** Walked through by people, with or without scripts. */
function pages() {
  router.get('/consent', [Consents, 'show']).as('consents.show')
  router.post('/consent', [Consents, 'store']).as('consents.store')
  router.get('/identity', [Identities, 'show']).as('identities.show')
  router.post('/identity', [Identities, 'store']).as('identities.store')
  router.get('/decline', [Declines, 'create']).as('declines.create')
  router.post('/decline', [Declines, 'store']).as('declines.store')
  router.get('/delegate', [Delegations, 'create']).as('delegations.create')
  router.post('/delegate', [Delegations, 'store']).as('delegations.store')
  router.get('/withdraw', [Withdrawals, 'create']).as('withdrawals.create')
  router.post('/withdraw', [Withdrawals, 'store']).as('withdrawals.store')
  router.get('/ask', [Questions, 'create']).as('questions.create')
  router.post('/ask', [Questions, 'store']).as('questions.store')
  router.get('/file', [Files, 'canonical']).as('file')
  router.get('/copy', [Files, 'copy']).as('copy')
  router
    .get('/pages/:page', [Files, 'page'])
    .as('page')
    .where('page', /^[1-9]\d{0,3}$/)
  router.get('/download', [Files, 'sealed']).as('download')
  router.get('/files/download', [Files, 'archive']).as('files')
}

/** Where people come in, also those who are asked for a code. */
function entrance() {
  router.get('/', [LinkPages, 'show']).as('show')
  router.get('/code', [AccessCodes, 'show']).as('access_codes.show')
  router.post('/code', [AccessCodes, 'store']).as('access_codes.store')
  router.get('/code/send', [CodeRequests, 'show']).as('code_requests.show')
  router.post('/code/send', [CodeRequests, 'store']).as('code_requests.store')
}

/** Also of what can no longer be signed. */
function always() {
  router.get('/language', [Languages, 'show']).as('languages.show')
  router.post('/language', [Languages, 'store']).as('languages.store')
  router.get('/report', [Reports, 'create']).as('reports.create')
  router.post('/report', [Reports, 'store']).as('reports.store')
}

/** Made by the scripts of these pages. */
function calls() {
  router.post('/opened', [Presence, 'opened']).as('opened')
  router.post('/viewed', [Presence, 'viewed']).as('viewed')
  router.post('/heartbeat', [Presence, 'heartbeat']).as('heartbeat')
  router.get('/draft', [Drafts, 'show']).as('drafts.show')
  router.post('/draft', [Drafts, 'store']).as('drafts.store')
  router.post('/attachments/:field', [Attachments, 'store']).as('attachments.store')
  router.post('/own-signature', [Signatures, 'prepare']).as('signatures.prepare')
  router.post('/finish', [Signatures, 'store']).as('signatures.store')
  router.get('/status', [Statuses, 'show']).as('status')
}
