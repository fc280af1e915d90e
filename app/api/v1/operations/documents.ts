import { span } from '#app/foundation/duration'
import { LIMITS } from '#app/documents/limits'
import { REMINDER_INTERVAL_MS } from '#app/documents/reminder_schedule'
import { DOCUMENT_LINKS } from './document_links.js'
import type { Resource } from './operation.js'
import { DOCUMENT_ANSWER, DOCUMENT_DELETED, DOCUMENT_LIST } from '../schemas/document.js'
import { DOCUMENT_EXAMPLES, DOCUMENT_LIST_EXAMPLE } from '../schemas/document_examples.js'
import {
  correctionValidator,
  documentValidator,
  documentsQuery,
  extensionValidator,
  revisionValidator,
  voidValidator,
} from '../validators/document_validator.js'

const Copies = () => import('../documents/copies_controller.js')
const Dispatches = () => import('../documents/dispatches_controller.js')
const Documents = () => import('../documents/documents_controller.js')
const Erasures = () => import('../documents/erasures_controller.js')
const Extensions = () => import('../documents/extensions_controller.js')
const Reminders = () => import('../documents/reminders_controller.js')
const Signers = () => import('../signers/signers_controller.js')
const TrackingLinks = () => import('../documents/tracking_links_controller.js')
const Voids = () => import('../documents/voids_controller.js')

/** When something real goes out. */
const ON_SENDING = ['quota_exceeded', 'owner_unverified', 'new_account_limit'] as const

const DOCUMENTS = {
  description: 'Documents, newest first.',
  schema: DOCUMENT_LIST,
  example: DOCUMENT_LIST_EXAMPLE,
}

function shown(as: keyof typeof DOCUMENT_EXAMPLES, description = 'The document.') {
  return { description, schema: DOCUMENT_ANSWER, example: DOCUMENT_EXAMPLES[as] }
}

const documents: Resource = {
  title: 'Documents',
  description: 'A document is a PDF that its signers are asked to sign.',
  operations: [
    {
      name: 'documents.store',
      operationId: 'createDocument',
      method: 'POST',
      path: 'documents',
      handler: [Documents, 'store'],
      scope: 'documents:write',
      summary: 'Create a document and send it',
      description:
        'Send the PDF as a file in a form, or as base64 in JSON. In a form, everything that is not text or a number is JSON, such as `signers`, `fields` and `metadata`. `send: false` creates a draft. A document may have several files: repeat the part `file` in a form, or send `files` in JSON. They keep their order, pages are numbered through all of them, and each is sealed on its own as well.',
      body: documentValidator,
      file: 'file',
      mostFiles: LIMITS.files,
      example: {
        title: 'Contract of sale',
        message: 'Please sign by Friday.',
        signers: [
          {
            name: 'Ana Buyer',
            email: 'signer+ana@sandbox.test',
            fields: [{ type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }],
          },
        ],
        metadata: { deal: '4711' },
      },
      answers: { 201: shown('created', 'The document, with its links.') },
      errors: ['signer_limit_exceeded', 'field_off_page', ...ON_SENDING],
    },
    {
      name: 'documents.index',
      operationId: 'listDocuments',
      method: 'GET',
      path: 'documents',
      handler: [Documents, 'index'],
      scope: 'documents:read',
      summary: 'List documents',
      description: 'Filters combine with AND. Lists never contain signing links.',
      query: documentsQuery,
      answers: { 200: DOCUMENTS },
    },
    {
      name: 'documents.show',
      operationId: 'getDocument',
      method: 'GET',
      path: 'documents/:id',
      handler: [Documents, 'show'],
      scope: 'documents:read',
      summary: 'Read a document',
      description:
        'With the scope `links:read` the response contains signing links. The trail then gets an entry `link.disclosed` for each key, signer and hour, and another with the number of times. With the scope `values:read` each field has the `value` that its signer filled in, and the trail gets an entry `values.disclosed`. Lists contain neither.',
      answers: { 200: shown('sent') },
    },
    {
      name: 'documents.update',
      operationId: 'updateDocument',
      method: 'PATCH',
      path: 'documents/:id',
      handler: [Documents, 'update'],
      scope: 'documents:write',
      summary: 'Edit a draft',
      description:
        'Omitted fields stay unchanged, and null clears a field. `signers` replaces the old signers and their fields; `fields` alone leaves the signers as they are. A document that was sent takes `reminders` until it ends, and `labels` in any state, as long as nothing else is to change.',
      body: revisionValidator,
      example: { title: 'Contract of sale, second version', message: null },
      answers: { 200: shown('edited') },
      errors: [
        'document_state_conflict',
        'draft_changed',
        'document_erased',
        'signer_limit_exceeded',
        'field_off_page',
      ],
    },
    {
      name: 'documents.destroy',
      operationId: 'deleteDocument',
      method: 'DELETE',
      path: 'documents/:id',
      handler: [Documents, 'destroy'],
      scope: 'documents:write',
      summary: 'Delete a draft',
      answers: { 200: { description: 'It has been deleted.', schema: DOCUMENT_DELETED } },
      errors: ['document_state_conflict'],
    },
    {
      name: 'documents.send',
      operationId: 'sendDocument',
      method: 'POST',
      path: 'documents/:id/send',
      handler: [Dispatches, 'store'],
      scope: 'documents:write',
      summary: 'Send a draft',
      answers: { 200: shown('created', 'The document, with its links.') },
      errors: [
        'document_state_conflict',
        'signer_limit_exceeded',
        'validation_failed',
        ...ON_SENDING,
      ],
    },
    {
      name: 'documents.void',
      operationId: 'voidDocument',
      method: 'POST',
      path: 'documents/:id/void',
      handler: [Voids, 'store'],
      scope: 'documents:write',
      summary: 'Void a document',
      description: 'Withdraws the document and notifies its signers. This cannot be undone.',
      body: voidValidator,
      example: { reason: 'The house was sold.' },
      answers: { 200: shown('voided') },
      errors: ['document_state_conflict'],
    },
    {
      name: 'documents.remind',
      operationId: 'remindSigners',
      method: 'POST',
      path: 'documents/:id/reminders',
      handler: [Reminders, 'store'],
      scope: 'documents:write',
      summary: 'Remind signers',
      description: `Reminds the signers whose turn it is, unless they were reminded within the last ${span(REMINDER_INTERVAL_MS)}. Nobody is mailed at an address that a mail server has refused; if that is all of them, nothing happens.`,
      answers: { 200: shown('sent') },
      errors: ['document_state_conflict', 'signers_unreachable', 'reminder_too_soon'],
    },
    {
      name: 'documents.extend',
      operationId: 'extendDocument',
      method: 'POST',
      path: 'documents/:id/extend',
      handler: [Extensions, 'store'],
      scope: 'documents:write',
      summary: 'Give signers more time',
      description: 'The time counts from now. It never shortens what signers already have.',
      body: extensionValidator,
      example: { expiresIn: '60d' },
      answers: { 200: shown('extended') },
      errors: ['document_state_conflict'],
    },
    {
      name: 'documents.rotate_tracking_link',
      operationId: 'rotateTrackingLink',
      method: 'POST',
      path: 'documents/:id/rotate-tracking-link',
      handler: [TrackingLinks, 'store'],
      scope: 'documents:write',
      summary: 'Create a new tracking link',
      description:
        'The response contains the new `trackingUrl`. The old link stops working immediately.',
      answers: { 200: shown('sent') },
      errors: ['document_erased'],
    },
    {
      name: 'documents.copy',
      operationId: 'copyDocument',
      method: 'POST',
      path: 'documents/:id/copy',
      handler: [Copies, 'store'],
      scope: 'documents:write',
      summary: 'Copy a document',
      description: 'Creates a draft with the same file, signers and fields, and nothing signed.',
      answers: { 201: shown('copied', 'The draft.') },
      errors: ['signer_limit_exceeded', 'field_off_page', 'document_erased', 'validation_failed'],
    },
    {
      name: 'documents.signers.update',
      operationId: 'updateSigner',
      method: 'PATCH',
      path: 'documents/:id/signers/:sid',
      handler: [Signers, 'update'],
      scope: 'documents:write',
      summary: 'Correct a signer',
      description:
        'Possible until the signer has signed; after that, `accessCode` or the same `oneTimeCode`, alone, lets in one who is locked out of their copy. A new address gets a new link and a new invitation; a new name keeps the link.',
      body: correctionValidator,
      example: { name: 'Ana Maria Buyer' },
      answers: { 200: shown('corrected') },
      errors: ['signer_not_found', 'document_state_conflict', ...ON_SENDING],
    },
    ...DOCUMENT_LINKS,
    {
      name: 'documents.erase',
      operationId: 'eraseDocument',
      method: 'POST',
      path: 'documents/:id/erase',
      handler: [Erasures, 'store'],
      scope: 'documents:erase',
      summary: 'Erase a document',
      description:
        'Permanently removes its files and the names and addresses in it. Its hashes and its audit trail remain.',
      answers: { 200: shown('erased', 'What remains of the document.') },
      errors: ['document_state_conflict', 'legal_hold', 'document_erased'],
    },
  ],
}

export default documents
