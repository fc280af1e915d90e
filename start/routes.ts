import router from '@adonisjs/core/services/router'
import apiRoutes from '#app/api/v1/routes'
import assetRoutes from '#app/assets/routes'
import dashboardRoutes from '#app/dashboard/routes'
import internalRoutes from '#app/front_door/routes'
import platformRoutes from '#app/platform/routes'
import scimRoutes from '#app/scim/routes'
import signerPageRoutes from '#app/signer_pages/routes'
import statusPageRoutes from '#app/status_page/routes'
import transparencyRoutes from '#app/transparency/routes'
import verificationRoutes from '#app/verification/routes'
import { platformDomain } from '#app/tenants/hosts/public_address'

/** The router finds nothing but these there: the pages of tenants have the same addresses. */
function atPlatform() {
  internalRoutes()
  platformRoutes()
  verificationRoutes()
  transparencyRoutes()
  assetRoutes()
}

router.group(atPlatform).domain(platformDomain()).as('platform')
internalRoutes()
apiRoutes()
signerPageRoutes()
statusPageRoutes()
verificationRoutes()
scimRoutes()
dashboardRoutes()
assetRoutes()
