import DocumentNotFound from '#app/documents/errors/document_not_found'
import SignerNotFound from '#app/documents/errors/signer_not_found'
import TenantNotFound from '#app/tenants/errors/tenant_not_found'
import DeliveryNotFound from '../v1/errors/delivery_not_found.js'
import ModeMismatch from '../v1/errors/mode_mismatch.js'
import NotAcceptable from '../v1/errors/not_acceptable.js'
import WebhookNotFound from '../v1/errors/webhook_not_found.js'
import { answered, refused } from './error_entry.js'

export const FINDING = [
  answered(404, 'route_not_found', 'No operation is at this address.'),
  refused(DocumentNotFound, 'There is no such document in this account.'),
  refused(
    TenantNotFound,
    'There is no such tenant below this account, whether or not there is one elsewhere.'
  ),
  refused(SignerNotFound, 'No signer of this document has this id.'),
  refused(DeliveryNotFound, 'There is no such delivery in this account.'),
  refused(WebhookNotFound, 'There is no such webhook endpoint in this account.'),
  refused(
    ModeMismatch,
    'The id belongs to the other environment: a test key sees test data only, a live key live data only.'
  ),
  answered(405, 'method_not_allowed', 'The address answers to the methods in the header `Allow`.'),
  refused(NotAcceptable, 'The header `Accept` rules out what the operation answers with.'),
  answered(408, 'request_timeout', 'The request did not arrive in time. The connection is closed.'),
]
