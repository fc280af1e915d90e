import type { Resource } from './operation.js'
import {
  WEBHOOK_ANSWER,
  WEBHOOK_DELETED,
  WEBHOOK_LIST,
  WEBHOOK_TEST_ANSWER,
  WEBHOOK_WITH_SECRET,
} from '../schemas/webhook.js'
import { pageQuery } from '../validators/page_validator.js'
import {
  rotationValidator,
  webhookTestValidator,
  webhookChangeValidator,
  webhookValidator,
} from '../validators/webhook_validator.js'

const WebhookSecrets = () => import('../webhooks/webhook_secrets_controller.js')
const WebhookTests = () => import('../webhooks/webhook_tests_controller.js')
const Webhooks = () => import('../webhooks/webhooks_controller.js')

const SHOWN = { description: 'The webhook.', schema: WEBHOOK_ANSWER }

const webhooks: Resource = {
  title: 'Webhooks',
  description: 'URLs that receive events. Each environment has its own, at most twenty.',
  operations: [
    {
      name: 'webhooks.store',
      operationId: 'createWebhook',
      method: 'POST',
      path: 'webhooks',
      handler: [Webhooks, 'store'],
      scope: 'webhooks:write',
      summary: 'Register a webhook',
      body: webhookValidator,
      example: { url: 'https://crm.example/hooks/signing', events: ['document.*'], name: 'CRM' },
      answers: {
        201: { description: 'The webhook, with its secret.', schema: WEBHOOK_WITH_SECRET },
      },
      errors: ['url_forbidden', 'too_many_webhooks'],
    },
    {
      name: 'webhooks.index',
      operationId: 'listWebhooks',
      method: 'GET',
      path: 'webhooks',
      handler: [Webhooks, 'index'],
      scope: 'webhooks:read',
      summary: 'List webhooks',
      query: pageQuery,
      answers: { 200: { description: 'Webhooks, newest first.', schema: WEBHOOK_LIST } },
    },
    {
      name: 'webhooks.show',
      operationId: 'getWebhook',
      method: 'GET',
      path: 'webhooks/:id',
      handler: [Webhooks, 'show'],
      scope: 'webhooks:read',
      summary: 'Read a webhook',
      answers: { 200: SHOWN },
    },
    {
      name: 'webhooks.update',
      operationId: 'updateWebhook',
      method: 'PATCH',
      path: 'webhooks/:id',
      handler: [Webhooks, 'update'],
      scope: 'webhooks:write',
      summary: 'Change a webhook',
      description:
        'If you pause it, deliveries wait; if you enable it again, they are sent. Omitted fields stay unchanged.',
      body: webhookChangeValidator,
      example: { events: ['document.completed'], status: 'paused' },
      answers: { 200: SHOWN },
      errors: ['url_forbidden'],
    },
    {
      name: 'webhooks.test',
      operationId: 'testWebhook',
      method: 'POST',
      path: 'webhooks/:id/test',
      handler: [WebhookTests, 'store'],
      scope: 'webhooks:write',
      summary: 'Send a test event',
      description:
        'Sends an event to this webhook only, even if it does not subscribe to it: `webhook.test`, or the example of the given type, with `data.isTest`. It does not appear in the list of events.',
      body: webhookTestValidator,
      example: { event: 'document.completed' },
      answers: { 200: { description: 'The event was queued.', schema: WEBHOOK_TEST_ANSWER } },
      errors: ['webhook_disabled'],
    },
    {
      name: 'webhooks.rotate_secret',
      operationId: 'rotateWebhookSecret',
      method: 'POST',
      path: 'webhooks/:id/rotate-secret',
      handler: [WebhookSecrets, 'rotate'],
      scope: 'webhooks:write',
      summary: 'Create a new secret',
      description:
        'Both secrets sign `webhook-signature` until you activate the new one, or for 24 hours. After a leak, let the new one take over immediately.',
      body: rotationValidator,
      example: { immediate: false },
      answers: {
        200: { description: 'The webhook, with its new secret.', schema: WEBHOOK_WITH_SECRET },
      },
    },
    {
      name: 'webhooks.activate_secret',
      operationId: 'activateWebhookSecret',
      method: 'POST',
      path: 'webhooks/:id/activate-secret',
      handler: [WebhookSecrets, 'activate'],
      scope: 'webhooks:write',
      summary: 'Use only the new secret',
      answers: { 200: SHOWN },
    },
    {
      name: 'webhooks.destroy',
      operationId: 'deleteWebhook',
      method: 'DELETE',
      path: 'webhooks/:id',
      handler: [Webhooks, 'destroy'],
      scope: 'webhooks:write',
      summary: 'Delete a webhook',
      description: 'Cancels its pending deliveries and deletes its log.',
      answers: { 200: { description: 'It has been deleted.', schema: WEBHOOK_DELETED } },
    },
  ],
}

export default webhooks
