import router from '@adonisjs/core/services/router'
import { middleware } from '#start/kernel'

const Programs = () => import('./programs_controller.js')
const Docs = () => import('./docs_controller.js')

export default function docsRoutes() {
  router
    .group(() => {
      router.get('/', [Docs, 'index']).as('index')
      router.get('/guides/:slug', [Docs, 'guide']).as('guide')
      router.get('/reference/:slug', [Docs, 'resource']).as('resource')
      router.get('/events', [Docs, 'events']).as('events')
      router.get('/errors', [Docs, 'errors']).as('errors')
      router.get('/listen.mjs', [Programs, 'listen']).as('listen')
      router.get('/search', [Docs, 'search']).as('search')
    })
    .prefix('/docs')
    .as('docs')
    .use(middleware.pageHeaders())
}
