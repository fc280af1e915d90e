import type { Resource } from './operation.js'
import { BULK_ROW_LIST, BULK_SEND_ANSWER, BULK_SEND_LIST } from '../schemas/bulk_send.js'
import {
  bulkRowsQuery,
  bulkSendsQuery,
  bulkSendValidator,
} from '../validators/bulk_send_validator.js'

const Sends = () => import('../bulk_sends/bulk_sends_controller.js')

const shown = { description: 'The bulk send.', schema: BULK_SEND_ANSWER }

/** All rows with what a template asks for, in JSON that escapes other scripts. */
const MOST_BYTES = 16 * 1024 * 1024

const bulkSends: Resource = {
  title: 'Bulk sends',
  description: 'A bulk send makes a document of a template for each of many rows, and sends them.',
  operations: [
    {
      name: 'templates.bulk_sends.store',
      operationId: 'sendTemplateToMany',
      method: 'POST',
      path: 'templates/:id/bulk-sends',
      handler: [Sends, 'store'],
      scope: 'documents:write',
      alsoNeeds: ['templates:read'],
      feature: 'apiFull',
      summary: 'Send a template to many',
      description:
        'Each row names a person for each role. All rows are checked first: if one cannot be sent, nothing is, and `details` names up to 100 of them as `rows[n]`. The documents are sent one after the other, each once; what the plan refuses pauses the bulk send.',
      body: bulkSendValidator,
      maxBytes: MOST_BYTES,
      example: {
        rows: [
          { people: [{ role: 'Buyer', name: 'Ana Buyer', email: 'signer+ana@sandbox.test' }] },
          { people: [{ role: 'Buyer', name: 'Ben Buyer', email: 'signer+ben@sandbox.test' }] },
        ],
      },
      answers: { 201: shown },
      errors: ['template_archived', 'signer_limit_exceeded'],
    },
    {
      name: 'bulk_sends.index',
      operationId: 'listBulkSends',
      method: 'GET',
      path: 'bulk-sends',
      handler: [Sends, 'index'],
      scope: 'documents:read',
      feature: 'apiFull',
      summary: 'List bulk sends',
      description: 'The newest comes first, whether it was begun here or in the dashboard.',
      query: bulkSendsQuery,
      answers: { 200: { description: 'Bulk sends.', schema: BULK_SEND_LIST } },
    },
    {
      name: 'bulk_sends.show',
      operationId: 'getBulkSend',
      method: 'GET',
      path: 'bulk-sends/:id',
      handler: [Sends, 'show'],
      scope: 'documents:read',
      feature: 'apiFull',
      summary: 'Read a bulk send',
      description: 'How many rows are in which state, and why it paused.',
      answers: { 200: shown },
    },
    {
      name: 'bulk_sends.rows',
      operationId: 'listBulkRows',
      method: 'GET',
      path: 'bulk-sends/:id/rows',
      handler: [Sends, 'rows'],
      scope: 'documents:read',
      feature: 'apiFull',
      summary: 'List the rows of a bulk send',
      description: 'What became of each row, in the order of the request.',
      query: bulkRowsQuery,
      answers: { 200: { description: 'Rows.', schema: BULK_ROW_LIST } },
    },
    {
      name: 'bulk_sends.pause',
      operationId: 'pauseBulkSend',
      method: 'POST',
      path: 'bulk-sends/:id/pause',
      handler: [Sends, 'pause'],
      scope: 'documents:write',
      feature: 'apiFull',
      summary: 'Pause a bulk send',
      description: 'No row is sent after the answer, until it is resumed.',
      answers: { 200: shown },
      errors: ['bulk_send_refused'],
    },
    {
      name: 'bulk_sends.resume',
      operationId: 'resumeBulkSend',
      method: 'POST',
      path: 'bulk-sends/:id/resume',
      handler: [Sends, 'resume'],
      scope: 'documents:write',
      feature: 'apiFull',
      summary: 'Resume a bulk send',
      description: 'The rows that wait are sent, from now on in the name of this key.',
      answers: { 200: shown },
      errors: ['bulk_send_refused', 'template_archived'],
    },
    {
      name: 'bulk_sends.cancel',
      operationId: 'cancelBulkSend',
      method: 'POST',
      path: 'bulk-sends/:id/cancel',
      handler: [Sends, 'cancel'],
      scope: 'documents:write',
      feature: 'apiFull',
      summary: 'Cancel the rest of a bulk send',
      description: 'The rows that wait are never sent. Documents that were sent stay as they are.',
      answers: { 200: shown },
      errors: ['bulk_send_refused'],
    },
  ],
}

export default bulkSends
