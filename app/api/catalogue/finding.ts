import DocumentNotFound from '#app/documents/errors/document_not_found'
import FileNotFound from '#app/documents/errors/file_not_found'
import LabelNotFound from '#app/documents/errors/label_not_found'
import SignerNotFound from '#app/documents/errors/signer_not_found'
import QuestionNotFound from '#app/signing/errors/question_not_found'
import BulkSendNotFound from '#app/templates/errors/bulk_send_not_found'
import FormNotFound from '#app/templates/errors/form_not_found'
import TemplateNotFound from '#app/templates/errors/template_not_found'
import TenantNotFound from '#app/tenants/errors/tenant_not_found'
import DeliveryNotFound from '../v1/errors/delivery_not_found.js'
import ModeMismatch from '../v1/errors/mode_mismatch.js'
import NotAcceptable from '../v1/errors/not_acceptable.js'
import WebhookNotFound from '../v1/errors/webhook_not_found.js'
import { answered, refused } from './error_entry.js'

export const FINDING = [
  answered(404, 'route_not_found', 'There is no operation at this path.'),
  refused(DocumentNotFound, 'There is no such document in this account.'),
  refused(TenantNotFound, 'There is no such tenant below this account. (It may exist elsewhere.)'),
  refused(SignerNotFound, 'This document has no signer with this id.'),
  refused(QuestionNotFound, 'No signer of this document has asked a question with this id.'),
  refused(FileNotFound, 'This document has no file of this number.'),
  refused(LabelNotFound, 'There is no such label in this account.'),
  refused(
    TemplateNotFound,
    'There is no such template in this account, or not this version of it.'
  ),
  refused(BulkSendNotFound, 'There is no such bulk send in this account.'),
  refused(FormNotFound, 'There is no such form in this account.'),
  refused(DeliveryNotFound, 'There is no such delivery in this account.'),
  refused(WebhookNotFound, 'There is no such webhook endpoint in this account.'),
  refused(
    ModeMismatch,
    'The id belongs to the other environment: test keys see only test data, live keys only live data.'
  ),
  answered(405, 'method_not_allowed', 'This path supports only the methods in the header `Allow`.'),
  refused(
    NotAcceptable,
    'The header `Accept` excludes every content type that the operation can return.'
  ),
  answered(408, 'request_timeout', 'The request did not arrive in time. The connection is closed.'),
]
