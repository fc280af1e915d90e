import router from '@adonisjs/core/services/router'
import { needs } from '../needs.js'

const Clocks = () => import('./clocks_controller.js')

/** The sandbox alone has one. */
export function clockRoutes() {
  router
    .group(() => {
      router.get('/clock', [Clocks, 'show']).as('clock.show')
      router.post('/clock', [Clocks, 'store']).as('clock.store')
    })
    .use(needs('keys'))
}
