import type { Resource } from '../operation.js'
import { HEALTH } from '../schemas/health.js'

const Health = () => import('../health_controller.js')

const service: Resource = {
  title: 'Service',
  description: 'The service itself.',
  operations: [
    {
      name: 'health',
      method: 'GET',
      path: 'health',
      handler: [Health, 'show'],
      scope: 'none',
      summary: 'Ask whether the API answers',
      answers: { 200: { description: 'It does.', schema: HEALTH } },
    },
  ],
}

export default service
