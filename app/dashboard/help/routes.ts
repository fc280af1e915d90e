import router from '@adonisjs/core/services/router'
import { forEverybody } from '../needs.js'

const Help = () => import('./help_controller.js')

/** For everybody who is logged in. */
export function helpRoutes() {
  router.get('/help', [Help, 'show']).as('help.show').use(forEverybody)
}
