import type { ErrorCode } from '../../error_catalogue.js'
import { changesThings, takesIdempotencyKey, type Operation } from './operation.js'

const ANY: ErrorCode[] = [
  'unknown_parameter',
  'not_acceptable',
  'https_required',
  'internal_error',
  'unavailable',
]

const WITH_KEY: ErrorCode[] = [
  'missing_key',
  'invalid_key',
  'revoked_key',
  'expired_key',
  'ip_not_allowed',
  'rate_limited',
  'tenant_suspended',
  'feature_not_in_plan',
]

const WITH_BODY: ErrorCode[] = [
  'outcome_unknown',
  'malformed_json',
  'body_cut_off',
  'unknown_field',
  'unsupported_media_type',
  'file_too_large',
  'validation_failed',
]

const REPEATED: ErrorCode[] = ['idempotency_in_progress', 'idempotency_key_reused']

const WITH_FILE: ErrorCode[] = [
  'malformed_multipart',
  'pdf_malformed',
  'pdf_encrypted',
  'pdf_already_signed',
  'pdf_unsafe',
  'too_many_pages',
]

/** What a thing is called by that is not there; the first name of a path's parameter says which. */
const MISSING: Record<string, ErrorCode> = {
  'documents': 'document_not_found',
  'labels': 'label_not_found',
  'templates': 'template_not_found',
  'bulk-sends': 'bulk_send_not_found',
  'forms': 'form_not_found',
  'webhooks': 'webhook_not_found',
  'deliveries': 'delivery_not_found',
}

/** Every code that an operation may answer with, those that follow from what it is included. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { scope, query, file, path, errors = [] } = operation
  const missing = path.includes(':') ? MISSING[path.split('/')[0]] : undefined
  return [
    ...new Set([
      ...ANY,
      ...(scope === 'none' ? [] : WITH_KEY),
      ...(scope === 'none' || scope === 'any' ? [] : (['insufficient_scope'] as const)),
      ...(missing ? ([missing, 'mode_mismatch'] as const) : []),
      ...(query ? (['validation_failed', 'invalid_cursor'] as const) : []),
      ...(changesThings(operation) ? WITH_BODY : []),
      ...(takesIdempotencyKey(operation) ? REPEATED : []),
      ...(file ? WITH_FILE : []),
      ...errors,
    ]),
  ]
}
