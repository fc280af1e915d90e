import router from '@adonisjs/core/services/router'
import { needs, openToSupport } from '../needs.js'

const Brand = () => import('./brand_controller.js')
const Colors = () => import('./colors_controller.js')
const Pictures = () => import('./pictures_controller.js')
const Previews = () => import('./previews_controller.js')
const Restorations = () => import('./restorations_controller.js')

/** How the tenant appears. */
export function brandRoutes() {
  router
    .group(() => {
      router.get('/settings/brand', [Brand, 'show']).as('brand.show')
      router
        .post('/settings/brand', [Brand, 'store'])
        .as('brand.store')
        .use(openToSupport('brand.looks'))
      router.get('/settings/brand/preview', [Previews, 'show']).as('brand_previews.show')
      router
        .post('/settings/brand/preview', [Previews, 'store'])
        .as('brand_previews.store')
        .use(openToSupport('brand.looks'))
      router.get('/settings/brand/colors', [Colors, 'show']).as('brand_colors.show')
      router
        .post('/settings/brand/pictures', [Pictures, 'store'])
        .as('brand_pictures.store')
        .use(openToSupport('brand.looks'))
      router
        .post('/settings/brand/versions/:version/restore', [Restorations, 'store'])
        .as('brand_restorations.store')
        .use(openToSupport('brand.looks'))
    })
    .use(needs('brand'))
}
