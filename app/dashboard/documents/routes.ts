import router from '@adonisjs/core/services/router'
import { packetChanges, packetReading } from '../packets/routes.js'
import { forEverybody, needs, needsOnDocument, openToSupport } from '../needs.js'

const Answers = () => import('./answers_controller.js')
const Archives = () => import('./archives_controller.js')
const Autosaves = () => import('./autosaves_controller.js')
const Copies = () => import('./copies_controller.js')
const Corrections = () => import('./corrections_controller.js')
const Deletions = () => import('./deletions_controller.js')
const Documents = () => import('./documents_controller.js')
const Downloads = () => import('./downloads_controller.js')
const DraftFiles = () => import('./draft_files_controller.js')
const DraftStates = () => import('./draft_states_controller.js')
const Drafts = () => import('./drafts_controller.js')
const Extensions = () => import('./extensions_controller.js')
const Identities = () => import('./identities_controller.js')
const ListFiles = () => import('./list_files_controller.js')
const HandOvers = () => import('./hand_overs_controller.js')
const Links = () => import('./links_controller.js')
const OwnSignatures = () => import('./own_signatures_controller.js')
const Previews = () => import('./previews_controller.js')
const Records = () => import('./records_controller.js')
const ReminderPlans = () => import('./reminder_plans_controller.js')
const Reminders = () => import('./reminders_controller.js')
const Seals = () => import('./seals_controller.js')
const Selections = () => import('./selections_controller.js')
const Sendings = () => import('./sendings_controller.js')
const TrackingLinks = () => import('./tracking_links_controller.js')
const Voids = () => import('./voids_controller.js')

/** In both environments. */
export function documentRoutes() {
  router.get('/documents', [Documents, 'index']).as('documents.index').use(forEverybody)
  router.get('/documents/list.csv', [ListFiles, 'show']).as('list_files.show').use(forEverybody)
  router.get('/documents/files.zip', [Archives, 'show']).as('archives.show').use(forEverybody)
  router
    .get('/documents/evidence.zip', [Archives, 'evidence'])
    .as('archives.evidence')
    .use(forEverybody)
  router.group(creation).use(needs('documents'))
  router.group(reading).use(forEverybody)
  router
    .post('/documents/:id/copies', [Copies, 'store'])
    .as('copies.store')
    .use(needsOnDocument('copy'))
  router.group(changes).use(needsOnDocument('change'))
  router.group(ofSigners).use(needsOnDocument('handleSigners'))
  router
    .get('/documents/:id/signers/:signer/identity', [Identities, 'show'])
    .as('identities.show')
    .use(needsOnDocument('readIdentity'))
}

function creation() {
  router.get('/documents/new', [Documents, 'create']).as('documents.create')
  router.post('/documents', [Documents, 'store']).as('documents.store')
  router.post('/documents/selected', [Selections, 'store']).as('selections.store')
}

function reading() {
  router.get('/documents/:id', [Documents, 'show']).as('documents.show')
  router.get('/documents/:id/original', [Downloads, 'original']).as('documents.original')
  router.get('/documents/:id/download', [Downloads, 'sealed']).as('documents.sealed')
  router
    .get('/documents/:id/attachments/:field', [Downloads, 'attachment'])
    .as('documents.attachment')
  router.get('/documents/:id/seal', [Seals, 'show']).as('seals.show')
  packetReading()
  router.get('/documents/:id/view', [Downloads, 'view']).as('documents.view')
  router.get('/documents/:id/certificate', [Records, 'certificate']).as('records.certificate')
  router.get('/documents/:id/evidence.zip', [Records, 'evidence']).as('records.evidence')
  router.get('/documents/:id/audit.csv', [Records, 'auditCsv']).as('records.audit_csv')
  router.get('/documents/:id/log-proof.json', [Records, 'logProof']).as('records.log_proof')
  router.get('/documents/:id/audit.pdf', [Records, 'auditPdf']).as('records.audit_pdf')
}

function changes() {
  router.get('/documents/:id/edit', [Drafts, 'edit']).as('drafts.edit')
  router.post('/documents/:id', [Drafts, 'update']).as('drafts.update')
  router.get('/documents/:id/file', [DraftFiles, 'edit']).as('draft_files.edit')
  router.post('/documents/:id/file', [DraftFiles, 'update']).as('draft_files.update')
  packetChanges()
  router.post('/documents/:id/autosaves', [Autosaves, 'store']).as('autosaves.store')
  router.get('/documents/:id/version', [Autosaves, 'show']).as('autosaves.show')
  router.get('/documents/:id/states', [DraftStates, 'index']).as('draft_states.index')
  router.post('/documents/:id/states', [DraftStates, 'store']).as('draft_states.store')
  router.get('/documents/:id/preview', [Previews, 'index']).as('previews.index')
  router.get('/documents/:id/signers/:signer/preview', [Previews, 'show']).as('previews.show')
  router.get('/documents/:id/delete', [Deletions, 'create']).as('deletions.create')
  router.post('/documents/:id/delete', [Deletions, 'store']).as('deletions.store')
  router
    .post('/documents/:id/send', [Sendings, 'store'])
    .as('sendings.store')
    .use(openToSupport('document.send'))
  router
    .post('/documents/:id/reminders', [Reminders, 'store'])
    .as('reminders.store')
    .use(openToSupport('document.remind'))
  router
    .post('/documents/:id/signers/:signer/reminders', [Reminders, 'storeOne'])
    .as('reminders.store_one')
    .use(openToSupport('document.remind'))
  router.get('/documents/:id/reminder-plan', [ReminderPlans, 'edit']).as('reminder_plans.edit')
  router.post('/documents/:id/reminder-plan', [ReminderPlans, 'update']).as('reminder_plans.update')
  router.get('/documents/:id/extension', [Extensions, 'create']).as('extensions.create')
  router.post('/documents/:id/extension', [Extensions, 'store']).as('extensions.store')
  router.get('/documents/:id/void', [Voids, 'create']).as('voids.create')
  router
    .post('/documents/:id/void', [Voids, 'store'])
    .as('voids.store')
    .use(openToSupport('document.void'))
  router.get('/documents/:id/questions/:question/answer', [Answers, 'create']).as('answers.create')
  router.post('/documents/:id/questions/:question/answer', [Answers, 'store']).as('answers.store')
}

function ofSigners() {
  router.post('/documents/:id/own-signature', [OwnSignatures, 'store']).as('own_signatures.store')
  router.post('/documents/:id/tracking-link', [TrackingLinks, 'store']).as('tracking_links.store')
  router.post('/documents/:id/signers/:signer/link', [Links, 'store']).as('links.store')
  router
    .post('/documents/:id/signers/:signer/in-person', [HandOvers, 'store'])
    .as('hand_overs.store')
  router.get('/documents/:id/signers/:signer/edit', [Corrections, 'edit']).as('corrections.edit')
  router.post('/documents/:id/signers/:signer', [Corrections, 'update']).as('corrections.update')
}
