import router from '@adonisjs/core/services/router'
import { forEverybody } from '../needs.js'

const Analytics = () => import('./analytics_controller.js')
const AnalyticsFiles = () => import('./analytics_files_controller.js')

/** Of the documents that somebody sees, in both environments. */
export function analyticsRoutes() {
  router.get('/analytics', [Analytics, 'show']).as('analytics.show').use(forEverybody)
  router
    .get('/analytics/figures.csv', [AnalyticsFiles, 'show'])
    .as('analytics_files.show')
    .use(forEverybody)
}
