import type { NoticeKind } from '#app/tenants/notice_kind'
import accountChanged from './account_changed.js'
import accountReset from './account_reset.js'
import accountWelcome from './account_welcome.js'
import { addressChanged, addressProof, addressRequested } from './address_change.js'
import bulkActionEnded from './bulk_action_ended.js'
import bulkCompleted from './bulk_completed.js'
import bulkPaused from './bulk_paused.js'
import { documentMoved, documentShared } from './document_shared.js'
import documentTakenDown from './document_taken_down.js'
import { certificateEnding, certificatesFound } from './certificate_ending.js'
import { emailDomainFailing, emailDomainLapsed } from './email_domain_failing.js'
import { hostFailing, hostSuspended, hostSuspensionNear } from './host_failing.js'
import { factorOptional, factorRequired } from './factor_policy.js'
import formStopped from './form_stopped.js'
import { handoverAsked, handoverDone } from './handover.js'
import keyEnding from './key_ending.js'
import memberFactorRemoved from './member_factor_removed.js'
import newDevice from './new_device.js'
import type { NoticeWording } from './notice_wording.js'
import { sealCertificateEnded, sealCertificateEnding } from './seal_certificate.js'
import { sealProviderAway } from './seal_provider.js'
import { serverChosen } from './sender_chosen.js'
import { domainFailing, domainRestored, serverFailing } from './sender_failing.js'
import { planDeclined, planGranted } from './plan_answered.js'
import retentionNear from './retention_near.js'
import consentWithdrawn from './consent_withdrawn.js'
import signerAsked from './signer_asked.js'
import signerCodeFailed from './signer_code_failed.js'
import signerDelegated from './signer_delegated.js'
import signerLockedOut from './signer_locked_out.js'
import signerUndeliverable from './signer_undeliverable.js'
import signerUnproved from './signer_unproved.js'
import {
  emergencyLogIn,
  logInBySingleSignOn,
  requirementLifted,
  singleSignOnRequired,
  singleSignOnReturned,
  singleSignOnSetUp,
} from './single_sign_on.js'
import supportOpened from './support_opened.js'
import usageThreshold from './usage_threshold.js'
import { webhookDisabled, webhookFailing } from './webhook_failing.js'

/** How each kind of notice is told. Another kind is a name in `NoticeKind`, a file here and its row. */
export const WORDINGS: Readonly<Record<NoticeKind, NoticeWording>> = {
  'account.changed': accountChanged,
  'account.new_device': newDevice,
  'account.reset': accountReset,
  'account.single_sign_on': logInBySingleSignOn,
  'account.welcome': accountWelcome,
  'address.changed': addressChanged,
  'address.proof': addressProof,
  'address.requested': addressRequested,
  'bulk.completed': bulkCompleted,
  'bulk.paused': bulkPaused,
  'bulk_action.ended': bulkActionEnded,
  'document.moved': documentMoved,
  'document.shared': documentShared,
  'document.taken_down': documentTakenDown,
  'domain.failing': hostFailing,
  'domain.suspended': hostSuspended,
  'domain.suspension_near': hostSuspensionNear,
  'factor.optional': factorOptional,
  'factor.required': factorRequired,
  'form.stopped': formStopped,
  'handover.asked': handoverAsked,
  'handover.done': handoverDone,
  'key.ending': keyEnding,
  'member.factor_removed': memberFactorRemoved,
  'plan.declined': planDeclined,
  'plan.granted': planGranted,
  'retention.near': retentionNear,
  'seal.certificate_ended': sealCertificateEnded,
  'seal.certificate_ending': sealCertificateEnding,
  'seal.provider_away': sealProviderAway,
  'sender.domain_failing': domainFailing,
  'sender.domain_restored': domainRestored,
  'sender.server_chosen': serverChosen,
  'sender.server_failing': serverFailing,
  'signer.asked': signerAsked,
  'signer.code_failed': signerCodeFailed,
  'signer.consent_withdrawn': consentWithdrawn,
  'signer.delegated': signerDelegated,
  'signer.locked_out': signerLockedOut,
  'signer.undeliverable': signerUndeliverable,
  'signer.unproved': signerUnproved,
  'sso.certificate_ending': certificateEnding,
  'sso.certificates_found': certificatesFound,
  'sso.domain_failing': emailDomainFailing,
  'sso.domain_lapsed': emailDomainLapsed,
  'sso.emergency_log_in': emergencyLogIn,
  'sso.lifted': requirementLifted,
  'sso.required': singleSignOnRequired,
  'sso.returned': singleSignOnReturned,
  'sso.set_up': singleSignOnSetUp,
  'support.opened': supportOpened,
  'usage.threshold': usageThreshold,
  'webhook.disabled': webhookDisabled,
  'webhook.failing': webhookFailing,
}
