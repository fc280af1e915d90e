import router from '@adonisjs/core/services/router'
import { needs } from '../needs.js'

const Resets = () => import('./resets_controller.js')

/** The sandbox alone can be begun anew. */
export function resetRoutes() {
  router
    .group(() => {
      router.get('/reset', [Resets, 'create']).as('resets.create')
      router.post('/reset', [Resets, 'store']).as('resets.store')
    })
    .use(needs('keys'))
}
