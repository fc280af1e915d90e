import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import FileDamaged from '#app/documents/errors/file_damaged'
import OutcomeUnknown from '#app/tenancy/errors/outcome_unknown'
import Unavailable from '../v1/errors/unavailable.js'
import { answered, refused } from './error_entry.js'

export const SERVICE = [
  answered(
    500,
    'internal_error',
    'Something broke on our side. It was written down; tell support the `requestId`.'
  ),
  refused(
    FileDamaged,
    'A stored file of the document is damaged, so it was not sent. Our operators were alerted; trying again does not help.'
  ),
  refused(
    EvidenceContradicted,
    'What is on record of the document contradicts its audit trail, so no certificate is made from it. Our operators were alerted; trying again does not help.'
  ),
  refused(
    OutcomeUnknown,
    'The connection to the database broke while the change was being stored: it was made whole, or not at all. Send the same request with the same `Idempotency-Key`, and you get its answer; without a key, look first whether it was made.'
  ),
  refused(
    Unavailable,
    'Something that is needed is away, or a sandbox is being made. Try again after `Retry-After` seconds.'
  ),
]
