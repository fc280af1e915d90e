import type { Resource } from './operation.js'
import { HEALTH } from '../schemas/health.js'
import { anything } from '#app/foundation/schema/schema'

const Health = () => import('../service/health_controller.js')
const Openapi = () => import('../service/openapi_controller.js')

const service: Resource = {
  title: 'Service',
  description: 'The service itself.',
  operations: [
    {
      name: 'health',
      operationId: 'getHealth',
      method: 'GET',
      path: 'health',
      handler: [Health, 'show'],
      scope: 'none',
      summary: 'Check that the API is up',
      answers: { 200: { description: 'It is up.', schema: HEALTH } },
    },
    {
      name: 'openapi',
      operationId: 'getOpenApi',
      method: 'GET',
      path: 'openapi.json',
      handler: [Openapi, 'show'],
      scope: 'none',
      summary: 'Read this description',
      answers: {
        200: {
          description: 'OpenAPI 3.1.',
          schema: anything({ openapi: '3.1.0' }, 'What you are reading.'),
        },
        304: { description: 'You have it already: it has not changed.' },
      },
    },
  ],
}

export default service
