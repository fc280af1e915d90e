import router from '@adonisjs/core/services/router'
import { needs } from '../needs.js'

const EmbedOrigins = () => import('./embed_origins_controller.js')

/** Each environment has its own. */
export function embeddingRoutes() {
  router
    .group(() => {
      router.get('/settings/embedding', [EmbedOrigins, 'index']).as('embed_origins.index')
      router.post('/settings/embedding', [EmbedOrigins, 'store']).as('embed_origins.store')
      router
        .post('/settings/embedding/remove', [EmbedOrigins, 'destroy'])
        .as('embed_origins.destroy')
    })
    .use(needs('integrations'))
}
