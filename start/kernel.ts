import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'
import '#app/front_door/request_id'

server.errorHandler(() => import('#app/exceptions/handler'))

/** Before every request, whether it has a route or not. */
server.use([
  () => import('#app/probes/request_span_middleware'),
  () => import('#app/probes/request_figures_middleware'),
  () => import('#app/probes/probes_middleware'),
  () => import('#app/front_door/patience_middleware'),
  () => import('#app/front_door/front_door_middleware'),
  () => import('#app/api/api_surface_middleware'),
  () => import('#app/scim/scim_surface_middleware'),
  () => import('#app/front_door/hosts/written_address_middleware'),
  () => import('#app/front_door/maintenance_middleware'),
])

/** For surfaces to name on their groups. The API has its own body reader and uses none of these. */
export const middleware = router.named({
  forms: () => import('@adonisjs/core/bodyparser_middleware'),
  pageHeaders: () => import('#app/assets/page_headers_middleware'),
})
