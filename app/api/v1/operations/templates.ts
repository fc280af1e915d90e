import { LIMITS } from '#app/documents/limits'
import type { Resource } from './operation.js'
import { DOCUMENT_ANSWER } from '../schemas/document.js'
import { DOCUMENT_EXAMPLES } from '../schemas/document_examples.js'
import { TEMPLATE_ANSWER, TEMPLATE_LIST } from '../schemas/template.js'
import { TEMPLATE_EXAMPLES, TEMPLATE_LIST_EXAMPLE } from '../schemas/template_examples.js'
import {
  templateChangeValidator,
  templateFileValidator,
  templatesQuery,
  templateUseValidator,
  templateValidator,
} from '../validators/template_validator.js'

const Documents = () => import('../templates/template_documents_controller.js')
const Templates = () => import('../templates/templates_controller.js')

/** What a template may be refused with as a document may. */
const AS_A_DOCUMENT = ['signer_limit_exceeded', 'field_off_page'] as const

function shown(as: keyof typeof TEMPLATE_EXAMPLES) {
  return {
    description: 'The template.',
    schema: TEMPLATE_ANSWER,
    example: TEMPLATE_EXAMPLES[as],
  }
}

const templates: Resource = {
  title: 'Templates',
  description:
    'A template is a PDF, or several, with fields for roles, of which documents are made.',
  operations: [
    {
      name: 'templates.store',
      operationId: 'createTemplate',
      method: 'POST',
      path: 'templates',
      handler: [Templates, 'store'],
      scope: 'templates:write',
      feature: 'apiFull',
      summary: 'Create a template',
      description:
        'Send the PDF as a file in a form, or as base64 in JSON. In a form, `roles` is JSON. A template may have several files as a document may: repeat the part `file` in a form, or send `files` in JSON. Documents made of it, by forms and bulk sends as well, have the same files, each sealed on its own. With `textTags`, tags in the text become fields of the roles that they name.',
      body: templateValidator,
      file: 'file',
      mostFiles: LIMITS.files,
      example: {
        title: 'Contract of sale',
        message: 'Please sign by Friday.',
        roles: [
          {
            name: 'Buyer',
            fields: [{ type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }],
          },
        ],
      },
      answers: { 201: shown('created') },
      errors: AS_A_DOCUMENT,
    },
    {
      name: 'templates.index',
      operationId: 'listTemplates',
      method: 'GET',
      path: 'templates',
      handler: [Templates, 'index'],
      scope: 'templates:read',
      feature: 'apiFull',
      summary: 'List templates',
      description: 'The template that changed last comes first.',
      query: templatesQuery,
      answers: {
        200: {
          description: 'Templates.',
          schema: TEMPLATE_LIST,
          example: TEMPLATE_LIST_EXAMPLE,
        },
      },
    },
    {
      name: 'templates.show',
      operationId: 'getTemplate',
      method: 'GET',
      path: 'templates/:id',
      handler: [Templates, 'show'],
      scope: 'templates:read',
      feature: 'apiFull',
      summary: 'Read a template',
      description: 'Its newest version.',
      answers: { 200: shown('created') },
    },
    {
      name: 'templates.update',
      operationId: 'updateTemplate',
      method: 'PATCH',
      path: 'templates/:id',
      handler: [Templates, 'update'],
      scope: 'templates:write',
      feature: 'apiFull',
      summary: 'Save a new version of a template',
      description:
        'Omitted fields stay unchanged, and null clears a field. Earlier versions stay, and so do documents made of them. If nothing is different, no version is added.',
      body: templateChangeValidator,
      example: { title: 'Contract of sale, second version', message: null },
      answers: { 200: shown('changed') },
      errors: ['template_changed', 'template_archived', ...AS_A_DOCUMENT],
    },
    {
      name: 'templates.file',
      operationId: 'replaceTemplateFile',
      method: 'POST',
      path: 'templates/:id/file',
      handler: [Templates, 'exchange'],
      scope: 'templates:write',
      feature: 'apiFull',
      summary: 'Give a template another file',
      description:
        'Saves a new version with another PDF, or several, sent as `POST /templates` takes them. With `textTags`, tags in its text become fields of the roles. Earlier versions keep their files, and so do documents made of them.',
      body: templateFileValidator,
      file: 'file',
      mostFiles: LIMITS.files,
      example: { textTags: true, roles: [{ name: 'Buyer' }] },
      answers: { 200: shown('changed') },
      errors: ['template_changed', 'template_archived', ...AS_A_DOCUMENT],
    },
    {
      name: 'templates.archive',
      operationId: 'archiveTemplate',
      method: 'POST',
      path: 'templates/:id/archive',
      handler: [Templates, 'archive'],
      scope: 'templates:write',
      feature: 'apiFull',
      summary: 'Archive a template',
      description: 'It cannot be used or changed until it is restored.',
      answers: { 200: shown('archived') },
    },
    {
      name: 'templates.restore',
      operationId: 'restoreTemplate',
      method: 'POST',
      path: 'templates/:id/restore',
      handler: [Templates, 'restore'],
      scope: 'templates:write',
      feature: 'apiFull',
      summary: 'Restore an archived template',
      answers: { 200: shown('created') },
    },
    {
      name: 'templates.documents.store',
      operationId: 'sendTemplate',
      method: 'POST',
      path: 'templates/:id/documents',
      handler: [Documents, 'store'],
      scope: 'documents:write',
      alsoNeeds: ['templates:read'],
      feature: 'apiFull',
      summary: 'Create a document of a template and send it',
      description:
        'Names a person for each role; the signer’s `key` is the role. What is omitted is as the template says. `send: false` creates a draft.',
      body: templateUseValidator,
      example: {
        people: [{ role: 'Buyer', name: 'Ana Buyer', email: 'signer+ana@sandbox.test' }],
        metadata: { deal: '4711' },
      },
      answers: {
        201: {
          description: 'The document, with its links.',
          schema: DOCUMENT_ANSWER,
          example: DOCUMENT_EXAMPLES.ofTemplate,
        },
      },
      errors: [
        'template_archived',
        'signer_limit_exceeded',
        'quota_exceeded',
        'owner_unverified',
        'new_account_limit',
      ],
    },
  ],
}

export default templates
