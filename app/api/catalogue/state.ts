import DraftChanged from '#app/documents/errors/draft_changed'
import DocumentErased from '#app/documents/errors/document_erased'
import LabelLimitExceeded from '#app/documents/errors/label_limit_exceeded'
import LabelNameTaken from '#app/documents/errors/label_name_taken'
import NotInLog from '#app/audit/errors/not_in_log'
import DocumentTransitionRefused from '#app/documents/errors/document_transition_refused'
import SignersUnreachable from '#app/documents/errors/signers_unreachable'
import EmbeddingRefused from '#app/signing/errors/embedding_refused'
import EndpointNotEnabled from '#app/webhooks/errors/endpoint_not_enabled'
import LegalHold from '#app/tenants/errors/legal_hold'
import BulkSendRefused from '#app/templates/errors/bulk_send_refused'
import FormExists from '#app/templates/errors/form_exists'
import TemplateArchived from '#app/templates/errors/template_archived'
import TemplateChanged from '#app/templates/errors/template_changed'
import NotInPerson from '#app/signing/errors/not_in_person'
import QuestionAnswered from '#app/signing/errors/question_answered'
import SignsInPerson from '#app/signing/errors/signs_in_person'
import SlugTaken from '#app/tenants/errors/slug_taken'
import TenantStateConflict from '#app/tenants/errors/tenant_state_conflict'
import IdempotencyInProgress from '../v1/errors/idempotency_in_progress.js'
import { refused } from './error_entry.js'

export const STATE = [
  refused(
    DocumentTransitionRefused,
    'The document is in a state that does not allow this; `details.currentStatus` names it.'
  ),
  refused(
    DraftChanged,
    'Somebody else changed the draft while the texts of anchors were looked for in it. Send the request again, with a new `Idempotency-Key`.'
  ),
  refused(
    SignersUnreachable,
    'Mail servers have refused the addresses of all signers whose turn it is. Correct them first.'
  ),
  refused(LabelNameTaken, 'Another label has this name. Upper and lower case make no difference.'),
  refused(LabelLimitExceeded, 'There are 100 labels already. Delete one that is no longer needed.'),
  refused(TemplateArchived, 'The template is archived. Restore it to use or change it.'),
  refused(
    TemplateChanged,
    'Another version of the template was saved since you read it; `details.version` is the newest.'
  ),
  refused(
    BulkSendRefused,
    'The bulk send is in a state that does not allow this; `details.currentStatus` names it.'
  ),
  refused(FormExists, 'The template has a form already. Change that one, or delete it first.'),
  refused(SlugTaken, 'Another tenant has this slug, or had it. Choose another.'),
  refused(
    TenantStateConflict,
    'The tenant is in a state that does not allow this; `details.currentStatus` names it.'
  ),
  refused(
    LegalHold,
    'The account is under a legal hold: nothing in it can be erased until its owners lift the hold.'
  ),
  refused(
    IdempotencyInProgress,
    'A request with this `Idempotency-Key` is still being processed. Try again in a moment, with the same key.'
  ),
  refused(
    NotInLog,
    'The public log does not contain this entry yet. Live trails are added every ten minutes, those of the sandbox never.'
  ),
  refused(
    EmbeddingRefused,
    'The signer proves who they are at an identity provider, which cannot be shown in a frame. Send them their link instead.'
  ),
  refused(
    SignsInPerson,
    'The signer signs in person, and has no link of their own to show in a frame. Ask for an in-person link.'
  ),
  refused(
    NotInPerson,
    'The signer does not sign in person. Set `inPerson` to true, or send them their link.'
  ),
  refused(
    QuestionAnswered,
    'The question has another answer already, which the signer can read. `GET` the questions to see it.'
  ),
  refused(EndpointNotEnabled, 'The endpoint is disabled. Enable it first.'),
  refused(
    DocumentErased,
    'The document was erased and its files are gone. Its hashes and its audit trail still exist.'
  ),
]
