import type { Resource } from './operation.js'
import { USAGE_ANSWER } from '../schemas/usage.js'

const Usage = () => import('../usage/usage_controller.js')

const usage: Resource = {
  title: 'Usage',
  description: 'How much of the plan you have used.',
  operations: [
    {
      name: 'usage.show',
      operationId: 'getUsage',
      method: 'GET',
      path: 'usage',
      handler: [Usage, 'show'],
      scope: 'usage:read',
      summary: 'Read your usage',
      answers: {
        200: { description: 'What has been used, and what the plan allows.', schema: USAGE_ANSWER },
      },
    },
  ],
}

export default usage
