import type { Resource } from './operation.js'
import { AUDIT_ENTRY_LIST } from '../schemas/audit_entry.js'
import { INCLUSION_PROOF_ANSWER } from '../schemas/inclusion_proof.js'
import { auditQuery, proofQuery } from '../validators/audit_validator.js'

const Certificates = () => import('../files/certificates_controller.js')
const Audit = () => import('../audit/audit_controller.js')
const Proofs = () => import('../audit/proofs_controller.js')
const Evidence = () => import('../files/evidence_controller.js')
const Files = () => import('../files/files_controller.js')
const SignedArchives = () => import('../files/signed_archives_controller.js')

const PDF = ['application/pdf']
const ATTACHED = [...PDF, 'image/jpeg', 'image/png']
const file = (description: string, types: readonly string[] = PDF) => ({
  200: { description, types },
  206: { description: 'The requested range.', types },
  304: { description: 'You have these bytes already.' },
})

const documentFiles: Resource = {
  title: 'Files and audit trail',
  description: 'The files of a document, and everything that has happened to it.',
  operations: [
    {
      name: 'documents.file',
      operationId: 'downloadOriginal',
      method: 'GET',
      path: 'documents/:id/file',
      handler: [Files, 'original'],
      scope: 'documents:read',
      summary: 'Download the original file',
      description:
        'Supports ranges. A response that contains the first byte is recorded in the trail.',
      answers: file('The PDF, byte for byte.'),
      errors: ['range_not_satisfiable', 'document_erased', 'file_damaged'],
    },
    {
      name: 'documents.download',
      operationId: 'downloadSealed',
      method: 'GET',
      path: 'documents/:id/download',
      handler: [Files, 'sealed'],
      scope: 'documents:read',
      summary: 'Download the sealed PDF',
      description: 'Available once the document is completed. Supports ranges.',
      answers: file('The sealed PDF.'),
      errors: [
        'document_state_conflict',
        'range_not_satisfiable',
        'document_erased',
        'file_damaged',
      ],
    },
    {
      name: 'documents.files.file',
      operationId: 'downloadOriginalFile',
      method: 'GET',
      path: 'documents/:id/files/:number/file',
      handler: [Files, 'originalOfOne'],
      scope: 'documents:read',
      summary: 'Download one of several original files',
      description:
        'One of the `files` of a document that has several, by its number. Of a document of one file, `1` is that file. Supports ranges.',
      answers: file('The PDF, byte for byte.'),
      errors: ['file_not_found', 'range_not_satisfiable', 'document_erased', 'file_damaged'],
    },
    {
      name: 'documents.files.download',
      operationId: 'downloadSealedFile',
      method: 'GET',
      path: 'documents/:id/files/:number/download',
      handler: [Files, 'sealedOfOne'],
      scope: 'documents:read',
      summary: 'Download one of several sealed files',
      description:
        'One file of a document that has several, sealed on its own: its pages with what signers entered, without the certificate. Available once the document is completed. Supports ranges.',
      answers: file('The sealed PDF.'),
      errors: [
        ...(['file_not_found', 'document_state_conflict', 'range_not_satisfiable'] as const),
        ...(['document_erased', 'file_damaged'] as const),
      ],
    },
    {
      name: 'documents.files.archive',
      operationId: 'downloadSealedFiles',
      method: 'GET',
      path: 'documents/:id/files/download',
      handler: [SignedArchives, 'show'],
      scope: 'documents:read',
      summary: 'Download all sealed files',
      description:
        'A ZIP with each file of the document as it was sealed, and the certificate of all of them. Available once the document is completed.',
      answers: { 200: { description: 'The archive.', types: ['application/zip'] } },
      errors: [
        ...(['document_state_conflict', 'document_erased', 'file_damaged'] as const),
        'evidence_contradicted',
      ],
    },
    {
      name: 'documents.attachments',
      operationId: 'downloadAttachment',
      method: 'GET',
      path: 'documents/:id/attachments/:field',
      handler: [Files, 'attachment'],
      scope: 'documents:read',
      alsoNeeds: ['values:read'],
      summary: 'Download what a signer handed in',
      description:
        'The file of a field of the type `attachment`, once its signer has signed: a PDF, JPEG or PNG in a form that does nothing but show. `field` is the `id` of the field. Supports ranges.',
      answers: file('The file.', ATTACHED),
      errors: ['file_not_found', 'range_not_satisfiable', 'file_damaged'],
    },
    {
      name: 'documents.certificate',
      operationId: 'downloadCertificate',
      method: 'GET',
      path: 'documents/:id/certificate',
      handler: [Certificates, 'show'],
      scope: 'documents:read',
      summary: 'Download the certificate',
      description:
        'A separate sealed PDF that lists the signers, the outcome and every step. Available once the document has ended in any way.',
      answers: { 200: { description: 'The certificate.', types: PDF } },
      errors: [
        'document_state_conflict',
        'document_erased',
        'file_damaged',
        'evidence_contradicted',
      ],
    },
    {
      name: 'documents.evidence',
      operationId: 'downloadEvidence',
      method: 'GET',
      path: 'documents/:id/evidence',
      handler: [Evidence, 'show'],
      scope: 'documents:read',
      alsoNeeds: ['audit:read'],
      summary: 'Download the evidence package',
      description:
        'A ZIP for somebody who has nothing of ours: the original and the sealed PDF, the certificate, the audit trail, what signers agreed to, the certificate at the top of the chain with what it has revoked, the proof of the public log if there is one yet, and how to check it all in words; with the scope `values:read` also what signers filled in and drew, the files that they handed in, their questions and the answers. Needs a plan with the full trail.',
      answers: { 200: { description: 'The package.', types: ['application/zip'] } },
      errors: [
        'document_state_conflict',
        'document_erased',
        'file_damaged',
        'evidence_contradicted',
      ],
    },
    {
      name: 'documents.audit',
      operationId: 'getAuditTrail',
      method: 'GET',
      path: 'documents/:id/audit',
      handler: [Audit, 'index'],
      scope: 'audit:read',
      summary: 'Read the audit trail',
      description:
        'Oldest first. The last page has a `nextCursor` too: use it later to get entries added since. CSV (safe for spreadsheets) and sealed PDF contain the whole trail; they need a plan with the full trail.',
      query: auditQuery,
      answers: {
        200: {
          description: 'A page of entries, or all entries as a file.',
          schema: AUDIT_ENTRY_LIST,
          types: ['text/csv', ...PDF],
        },
      },
      errors: ['document_erased', 'evidence_contradicted'],
    },
    {
      name: 'documents.audit.proof',
      operationId: 'getInclusionProof',
      method: 'GET',
      path: 'documents/:id/audit/proof',
      handler: [Proofs, 'show'],
      scope: 'audit:read',
      summary: 'Prove that the public log contains a trail',
      description:
        'A proof that anybody can check without us: an entry is bound by a checkpoint, and this by the public log, whose head witnesses sign. As each entry is bound to the one before, it covers all that came before it. It names nobody.',
      query: proofQuery,
      answers: { 200: { description: 'The proof.', schema: INCLUSION_PROOF_ANSWER } },
      errors: ['not_in_log'],
    },
  ],
}

export default documentFiles
