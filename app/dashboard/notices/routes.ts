import router from '@adonisjs/core/services/router'
import { forEverybody } from '../needs.js'

const Notices = () => import('./notices_controller.js')

/** What the account's people have been told. */
export function noticeRoutes() {
  router.get('/notices', [Notices, 'index']).as('notices.index').use(forEverybody)
}
