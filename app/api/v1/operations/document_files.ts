import type { Resource } from './operation.js'
import { AUDIT_ENTRY_LIST } from '../schemas/audit_entry.js'
import { auditQuery } from '../validators/audit_validator.js'

const Certificates = () => import('../files/certificates_controller.js')
const Audit = () => import('../audit/audit_controller.js')
const Files = () => import('../files/files_controller.js')

const PDF = ['application/pdf']
const file = (description: string) => ({
  200: { description, types: PDF },
  206: { description: 'The range that was asked for.', types: PDF },
})

const documentFiles: Resource = {
  title: 'Files and audit trail',
  description: 'What a document consists of, and what has happened to it.',
  operations: [
    {
      name: 'documents.file',
      method: 'GET',
      path: 'documents/:id/file',
      handler: [Files, 'original'],
      scope: 'documents:read',
      summary: 'Download the file as it was received',
      description: 'Ranges are served. An answer with the first byte is an entry in the trail.',
      answers: file('The PDF, byte for byte.'),
      errors: ['range_not_satisfiable', 'document_erased', 'file_damaged'],
    },
    {
      name: 'documents.download',
      method: 'GET',
      path: 'documents/:id/download',
      handler: [Files, 'sealed'],
      scope: 'documents:read',
      summary: 'Download the sealed PDF',
      description: 'Once the document is completed. Ranges are served.',
      answers: file('The sealed PDF.'),
      errors: [
        'document_state_conflict',
        'range_not_satisfiable',
        'document_erased',
        'file_damaged',
      ],
    },
    {
      name: 'documents.certificate',
      method: 'GET',
      path: 'documents/:id/certificate',
      handler: [Certificates, 'show'],
      scope: 'documents:read',
      summary: 'Download the certificate',
      description:
        'Who was asked to sign, what came of it and every step, as a sealed PDF of its own: for a document that has ended, in whichever way.',
      answers: { 200: { description: 'The certificate.', types: PDF } },
      errors: [
        'document_state_conflict',
        'document_erased',
        'file_damaged',
        'evidence_contradicted',
      ],
    },
    {
      name: 'documents.audit',
      method: 'GET',
      path: 'documents/:id/audit',
      handler: [Audit, 'index'],
      scope: 'audit:read',
      summary: 'Read the audit trail',
      description:
        'Oldest first. `nextCursor` is there at the end too: asked again with it, it answers what has been added. CSV, safe for spreadsheets, and PDF, sealed, are the whole trail, on plans with the full trail.',
      query: auditQuery,
      answers: {
        200: {
          description: 'Entries, or all of them as a file.',
          schema: AUDIT_ENTRY_LIST,
          types: ['text/csv', ...PDF],
        },
      },
      errors: ['document_erased', 'evidence_contradicted'],
    },
  ],
}

export default documentFiles
