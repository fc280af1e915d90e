import router from '@adonisjs/core/services/router'
import { needsOnDocument } from '../needs.js'

const Holders = () => import('./holders_controller.js')
const Sharings = () => import('./sharings_controller.js')

/** In both environments. */
export function sharingRoutes() {
  router
    .group(() => {
      router.get('/documents/:id/sharing', [Sharings, 'edit']).as('sharing.edit')
      router.post('/documents/:id/sharing', [Sharings, 'store']).as('sharing.store')
      router
        .post('/documents/:id/sharing/:grantee/remove', [Sharings, 'destroy'])
        .as('sharing.destroy')
      router.post('/documents/:id/holder', [Holders, 'update']).as('holders.update')
    })
    .use(needsOnDocument('share'))
}
