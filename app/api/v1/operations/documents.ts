import type { Resource } from '../operation.js'
import { DOCUMENT, DOCUMENT_ANSWER } from '../schemas/document.js'
import { pageOf } from '../schemas/envelope.js'
import { documentValidator, documentsQuery } from '../validators/document_validator.js'

const Documents = () => import('../documents_controller.js')
const Erasures = () => import('../erasures_controller.js')

const DOCUMENTS = { description: 'Documents, newest first.', schema: pageOf(DOCUMENT) }
const SHOWN = { description: 'The document.', schema: DOCUMENT_ANSWER }

const documents: Resource = {
  title: 'Documents',
  description: 'A document is a PDF on its way to being signed by all its signers.',
  operations: [
    {
      name: 'documents.store',
      method: 'POST',
      path: 'documents',
      handler: [Documents, 'store'],
      scope: 'documents:write',
      summary: 'Create a document and send it',
      description:
        'The PDF comes as a file in a form, or in base64 in JSON. In a form, `signers`, `fields` and `metadata` are JSON. `send: false` makes a draft.',
      body: documentValidator,
      file: 'file',
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
      answers: { 201: { description: 'The document, with its links.', schema: DOCUMENT_ANSWER } },
      errors: ['signer_limit_exceeded', 'field_off_page'],
    },
    {
      name: 'documents.index',
      method: 'GET',
      path: 'documents',
      handler: [Documents, 'index'],
      scope: 'documents:read',
      summary: 'List documents',
      description: 'Conditions join. Without signing links, whatever the key.',
      query: documentsQuery,
      answers: { 200: DOCUMENTS },
    },
    {
      name: 'documents.show',
      method: 'GET',
      path: 'documents/:id',
      handler: [Documents, 'show'],
      scope: 'documents:read',
      summary: 'Read a document',
      description:
        'With the scope `links:read` the answer holds signing links; each time it does, the trail gets an entry `link.disclosed`.',
      answers: { 200: SHOWN },
    },
    {
      name: 'documents.erase',
      method: 'POST',
      path: 'documents/:id/erase',
      handler: [Erasures, 'store'],
      scope: 'documents:erase',
      summary: 'Erase a document',
      description:
        'Its files and the names and addresses in it go for ever; its hashes and its audit trail stay.',
      answers: { 200: { description: 'What is left of it.', schema: DOCUMENT_ANSWER } },
      errors: ['document_state_conflict', 'legal_hold', 'document_erased'],
    },
  ],
}

export default documents
