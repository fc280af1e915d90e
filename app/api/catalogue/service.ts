import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import FileDamaged from '#app/documents/errors/file_damaged'
import OutcomeUnknown from '#app/tenancy/errors/outcome_unknown'
import Unavailable from '../v1/errors/unavailable.js'
import { answered, refused } from './error_entry.js'

export const SERVICE = [
  answered(
    500,
    'internal_error',
    'Something went wrong on our side, and we have logged it. Give support the `requestId`.'
  ),
  refused(
    FileDamaged,
    'A stored file of the document is damaged, so it was not returned. Our operators have been alerted; retrying does not help.'
  ),
  refused(
    EvidenceContradicted,
    'The document’s records contradict its audit trail, so no certificate can be made. Our operators have been alerted; retrying does not help.'
  ),
  refused(
    OutcomeUnknown,
    'The connection to the database broke while the change was being stored: it was made completely or not at all. Repeat the request with the same `Idempotency-Key` to get its response; if you sent none, check first whether the change was made.'
  ),
  refused(
    Unavailable,
    'A service that we depend on is down, a sandbox is being prepared, or more is asked than we can answer at once. Try again after `Retry-After` seconds.'
  ),
]
