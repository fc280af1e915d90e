import apiRoutes from '#app/api/v1/routes'
import assetRoutes from '#app/assets/routes'
import dashboardRoutes from '#app/dashboard/routes'
import internalRoutes from '#app/front_door/routes'
import signerPageRoutes from '#app/signer_pages/routes'

internalRoutes()
apiRoutes()
signerPageRoutes()
dashboardRoutes()
assetRoutes()
