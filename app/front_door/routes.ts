import router from '@adonisjs/core/services/router'

const InternalController = () => import('./hosts/internal_controller.js')

export default function internalRoutes() {
  router.get('/internal/health', [InternalController, 'health']).as('internal.health')
  router.get('/internal/tls-ask', [InternalController, 'tlsAsk']).as('internal.tls_ask')
  router.get('/internal/ready', [InternalController, 'ready']).as('internal.ready')
}
