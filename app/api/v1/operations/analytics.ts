import type { Resource } from './operation.js'
import { ANALYTICS_ANSWER } from '../schemas/analytics.js'
import { analyticsQuery } from '../validators/analytics_validator.js'

const Analytics = () => import('../analytics/analytics_controller.js')

const analytics: Resource = {
  title: 'Analytics',
  description: 'What became of the documents that you sent.',
  operations: [
    {
      name: 'analytics.show',
      operationId: 'getAnalytics',
      method: 'GET',
      path: 'analytics',
      handler: [Analytics, 'show'],
      scope: 'analytics:read',
      feature: 'analytics',
      summary: 'Read analytics',
      description:
        'The figures of the dashboard’s page. Each document counts for the day when it was sent, with its state of today.',
      query: analyticsQuery,
      answers: {
        200: { description: 'What has become of the documents.', schema: ANALYTICS_ANSWER },
      },
    },
  ],
}

export default analytics
