import router from '@adonisjs/core/services/router'

const BrandPictures = () => import('./brand_pictures_controller.js')
const AssetsController = () => import('./assets_controller.js')

export default function assetRoutes() {
  router.get('/assets/:version/*', [AssetsController, 'show']).as('assets.show')
  router.get('/brand/:name', [BrandPictures, 'show']).as('brand.picture')
  router.get('/favicon.ico', [BrandPictures, 'icon']).as('brand.icon')
  router.get('/manifest.webmanifest', [BrandPictures, 'manifest']).as('brand.manifest')
}
