import router from '@adonisjs/core/services/router'

const Clocks = () => import('./clocks_controller.js')

/** The sandbox alone has one. */
export function clockRoutes() {
  router.get('/clock', [Clocks, 'show']).as('clock.show')
  router.post('/clock', [Clocks, 'store']).as('clock.store')
}
