import type { Resource } from '../operation.js'
import { deleted, pageOf } from '../schemas/envelope.js'
import { WEBHOOK, WEBHOOK_ANSWER, WEBHOOK_WITH_SECRET } from '../schemas/webhook.js'
import { pageQuery } from '../validators/page_validator.js'
import { webhookValidator } from '../validators/webhook_validator.js'

const Webhooks = () => import('../webhooks_controller.js')

const webhooks: Resource = {
  title: 'Webhooks',
  description: 'Addresses that are told of events. Each environment has its own, twenty at most.',
  operations: [
    {
      name: 'webhooks.store',
      method: 'POST',
      path: 'webhooks',
      handler: [Webhooks, 'store'],
      scope: 'webhooks:write',
      summary: 'Register a webhook',
      body: webhookValidator,
      example: { url: 'https://crm.example/hooks/signing', events: ['document.*'], name: 'CRM' },
      answers: {
        201: { description: 'The webhook with its secret.', schema: WEBHOOK_WITH_SECRET },
      },
      errors: ['url_forbidden', 'too_many_webhooks'],
    },
    {
      name: 'webhooks.index',
      method: 'GET',
      path: 'webhooks',
      handler: [Webhooks, 'index'],
      scope: 'webhooks:read',
      summary: 'List webhooks',
      query: pageQuery,
      answers: { 200: { description: 'Webhooks, newest first.', schema: pageOf(WEBHOOK) } },
    },
    {
      name: 'webhooks.show',
      method: 'GET',
      path: 'webhooks/:id',
      handler: [Webhooks, 'show'],
      scope: 'webhooks:read',
      summary: 'Read a webhook',
      answers: { 200: { description: 'The webhook.', schema: WEBHOOK_ANSWER } },
    },
    {
      name: 'webhooks.destroy',
      method: 'DELETE',
      path: 'webhooks/:id',
      handler: [Webhooks, 'destroy'],
      scope: 'webhooks:write',
      summary: 'Delete a webhook',
      description: 'What is on its way to it ends, and its log with it.',
      answers: { 200: { description: 'It is gone.', schema: deleted('wh', 'webhook') } },
    },
  ],
}

export default webhooks
