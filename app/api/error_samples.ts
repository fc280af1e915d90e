import type { ErrorCode } from './error_catalogue.js'

interface ErrorSample {
  message: string
  param?: string
  details?: object
}

const BAD_ADDRESS = 'signers[0].email must be one e-mail address'

/** What some refusals say, word for word. The others are shown by what they mean. */
export const ERROR_SAMPLES: Partial<Record<ErrorCode, ErrorSample>> = {
  validation_failed: {
    message: BAD_ADDRESS,
    param: 'signers[0].email',
    details: [{ param: 'signers[0].email', code: 'not_an_email_address', message: BAD_ADDRESS }],
  },
  unknown_field: {
    message:
      'No field is called subject: there are file, files, title, send, message, expiresIn, reminders, signers, fields, textTags, metadata, redirectUrl, allowDelegation, language, labels',
    param: 'subject',
  },
  unknown_parameter: {
    message:
      'No query parameter is called page: there are status, createdAfter, createdBefore, signerEmail, templateId, label, metadata[], q, limit, cursor',
    param: 'page',
  },
  malformed_json: { message: 'The body must be one JSON object: it ends too early' },
  missing_key: { message: 'Send your API key in the header "Authorization: Bearer <API_KEY>"' },
  insufficient_scope: {
    message: 'This API key lacks the scope webhooks:read',
    details: { required: 'webhooks:read' },
  },
  mode_mismatch: {
    message: 'This id belongs to the live environment: use a live key (svc_live_…)',
    details: { environment: 'live' },
  },
  field_off_page: {
    message: 'The document has no page 4: it has 3 pages',
    param: 'signers[0].fields[0].page',
    details: { page: 4, pageCount: 3 },
  },
  document_state_conflict: {
    message: 'This document was voided, so it cannot be voided',
    details: { currentStatus: 'voided' },
  },
  idempotency_key_reused: {
    message:
      'This Idempotency-Key was already used for a different request: use a new one for each',
  },
}
