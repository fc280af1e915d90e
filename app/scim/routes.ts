import router from '@adonisjs/core/services/router'
import { asDirectory } from './token_holder.js'

const Discovery = () => import('./discovery_controller.js')
const Groups = () => import('./groups_controller.js')
const Users = () => import('./users_controller.js')

/** Users and groups, as identity providers write them (RFC 7644). On the host of a tenant's dashboard. */
export default function scimRoutes() {
  router.group(routes).prefix('/scim/v2').as('scim').use(asDirectory)
}

function routes() {
  router.get('/ServiceProviderConfig', [Discovery, 'config']).as('config')
  router.get('/ResourceTypes', [Discovery, 'types']).as('types')
  router.get('/ResourceTypes/:id', [Discovery, 'type']).as('type')
  router.get('/Schemas', [Discovery, 'schemas']).as('schemas')
  router.get('/Schemas/:id', [Discovery, 'schema']).as('schema')
  router.get('/Users', [Users, 'index']).as('users.index')
  router.post('/Users', [Users, 'store']).as('users.store')
  router.get('/Users/:id', [Users, 'show']).as('users.show')
  router.put('/Users/:id', [Users, 'replace']).as('users.replace')
  router.patch('/Users/:id', [Users, 'update']).as('users.update')
  router.delete('/Users/:id', [Users, 'destroy']).as('users.destroy')
  router.get('/Groups', [Groups, 'index']).as('groups.index')
  router.post('/Groups', [Groups, 'store']).as('groups.store')
  router.get('/Groups/:id', [Groups, 'show']).as('groups.show')
  router.put('/Groups/:id', [Groups, 'replace']).as('groups.replace')
  router.patch('/Groups/:id', [Groups, 'update']).as('groups.update')
  router.delete('/Groups/:id', [Groups, 'destroy']).as('groups.destroy')
  router.any('/*', [Discovery, 'none']).as('none')
}
