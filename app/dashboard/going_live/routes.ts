import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../fresh_log_in.js'
import { needs } from '../needs.js'

const Checklists = () => import('./checklists_controller.js')
const LiveCopies = () => import('./live_copies_controller.js')

/** What there is to do before the first real contract concerns the account, and so lives in live. */
export function goingLiveRoutes() {
  router.get('/settings/going-live', [Checklists, 'show']).as('checklist.show').use(needs('keys'))
  router
    .post('/settings/going-live/webhooks', [LiveCopies, 'store'])
    .as('live_copies.store')
    .use([needs('webhooks', 'allDocuments'), needsFreshLogIn])
}
