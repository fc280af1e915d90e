import router from '@adonisjs/core/services/router'

const AssetsController = () => import('./assets_controller.js')

export default function assetRoutes() {
  router.get('/assets/:version/*', [AssetsController, 'show']).as('assets.show')
}
