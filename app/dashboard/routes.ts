import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'
import { formBodyOr } from '#app/front_door/bodies/form_body'
import { fromOwnPage, sentFromOwnPage } from '#app/front_door/pages/own_page'
import { limitVisits } from '#app/front_door/pages/page_visits'
import { addressRoutes } from './addresses/routes.js'
import { analyticsRoutes } from './analytics/routes.js'
import { brandRoutes } from './brand/routes.js'
import { bulkActionRoutes } from './bulk_actions/routes.js'
import { bulkSendRoutes } from './bulk_sends/routes.js'
import { clockRoutes } from './clock/routes.js'
import { dataRoutes, documentErasureRoutes } from './data/routes.js'
import { contactRoutes } from './contacts/routes.js'
import { directoryRoutes } from './directory/routes.js'
import { documentRoutes } from './documents/routes.js'
import { crossingRoutes, domainRoutes } from './domains/routes.js'
import { goingLiveRoutes } from './going_live/routes.js'
import { fieldEditorRoutes } from './field_editor/routes.js'
import { firstStepRoutes, homeRoutes } from './home/routes.js'
import { handoverRoutes } from './handover/routes.js'
import { helpRoutes } from './help/routes.js'
import { embeddingRoutes } from './embedding/routes.js'
import { integrationRoutes } from './integrations/routes.js'
import { labelRoutes } from './labels/routes.js'
import { keyRoutes } from './keys/routes.js'
import { mailboxRoutes } from './mailbox/routes.js'
import { unsubscriptionRoutes } from './mails/routes.js'
import { memberRoutes } from './members/routes.js'
import { noticeRoutes } from './notices/routes.js'
import { factorRoutes, ownAccountRoutes } from './own_account/routes.js'
import { passwordRoutes } from './passwords/routes.js'
import { resetRoutes } from './reset/routes.js'
import { sealRoutes } from './seal/routes.js'
import { securityRoutes, supportEntryRoutes } from './security/routes.js'
import { senderRoutes } from './sender/routes.js'
import { sessionRoutes } from './sessions/routes.js'
import { providerRoutes, singleSignOnRoutes } from './single_sign_on/routes.js'
import { singleSignOnSettings } from './single_sign_on/settings/routes.js'
import { setupRoutes } from './single_sign_on/setup/routes.js'
import { templateRoutes } from './templates/routes.js'
import { teamRoutes } from './teams/routes.js'
import { sharingRoutes } from './sharing/routes.js'
import { tenantRoutes } from './tenants/routes.js'
import { updateRoutes } from './updates/routes.js'
import { viewRoutes } from './views/routes.js'
import { usageRoutes } from './usage/routes.js'
import { webhookRoutes } from './webhooks/routes.js'
import { factorPolicyRoutes } from './factor_policy/routes.js'
import { factorFirst } from './factor_first.js'
import { LONG_FORMS } from './long_forms.js'
import { forEverybody } from './needs.js'
import { refusalsAsPages } from './refusals.js'
import { asUserIn, beforeLogin } from './signed_in.js'

const formBody = formBodyOr(LONG_FORMS)

const page = () => [middleware.pageHeaders(), fromOwnPage]

/** Its address is a secret: it goes to nobody else. */
const secretPage = () => middleware.pageHeaders({ referrer: 'no-referrer' })

/** The environment stands in the address. */
export default function dashboardRoutes() {
  router
    .group(loginRoutes)
    .as('dashboard')
    .use([...page(), beforeLogin, formBody])
  router.group(providerRoutes).as('dashboard').use([middleware.pageHeaders(), beforeLogin])
  router.group(unsubscriptionRoutes).as('dashboard').use([secretPage(), beforeLogin])
  router.group(fieldEditorRoutes).as('dashboard').use([limitVisits, secretPage(), sentFromOwnPage])
  router.group(linkRoutes).as('dashboard').use([secretPage(), fromOwnPage, beforeLogin, formBody])
  router
    .group(() => {
      router.group(livePages).use(factorFirst)
      factorRoutes()
    })
    .as('dashboard')
    .use([...page(), asUserIn('live'), refusalsAsPages, formBody])
  router
    .group(() => {
      pages('/test/documents')
      mailboxRoutes()
      clockRoutes()
      resetRoutes()
    })
    .prefix('/test')
    .as('dashboard.test')
    .use([...page(), asUserIn('test'), refusalsAsPages, factorFirst, formBody])
}

function livePages() {
  pages('/documents')
  firstStepRoutes()
  accountSettings()
  tenantRoutes()
  handoverRoutes()
}

function linkRoutes() {
  passwordRoutes()
  addressRoutes()
  setupRoutes()
}

function loginRoutes() {
  sessionRoutes()
  singleSignOnRoutes()
  supportEntryRoutes()
  crossingRoutes()
}

function pages(home: string) {
  router
    .get('/', ({ response }) => response.redirect(home, false, 303))
    .as('home')
    .use(forEverybody)
  homeRoutes()
  documentErasureRoutes()
  labelRoutes()
  bulkActionRoutes()
  documentRoutes()
  templateRoutes()
  bulkSendRoutes()
  analyticsRoutes()
  sharingRoutes()
  updateRoutes()
  settings()
  contactRoutes()
  viewRoutes()
}

function settings() {
  keyRoutes()
  webhookRoutes()
  integrationRoutes()
  embeddingRoutes()
}

/** Of the account: they are one for both environments, and live at the address without /test. */
function accountSettings() {
  ownAccountRoutes()
  goingLiveRoutes()
  noticeRoutes()
  memberRoutes()
  factorPolicyRoutes()
  teamRoutes()
  singleSignOnSettings()
  directoryRoutes()
  usageRoutes()
  dataRoutes()
  helpRoutes()
  brandRoutes()
  domainRoutes()
  senderRoutes()
  sealRoutes()
  securityRoutes()
}
