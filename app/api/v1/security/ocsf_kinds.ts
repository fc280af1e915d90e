import type { AccountAction } from '#app/audit/audit_action'
import type { OcsfKind, OcsfSeverity } from './ocsf_class.js'

type Of<C extends OcsfKind['class']> = Extract<OcsfKind, { class: C }>

const account = (activity: Of<3001>['activity'], severity: OcsfSeverity = 1): OcsfKind => ({
  class: 3001,
  activity,
  severity,
})

const logOn = (more: Partial<Of<3002>> = {}): OcsfKind => ({
  ...{ class: 3002, activity: 1, severity: 1, protocol: 99 },
  ...more,
})

const access = (activity: Of<3005>['activity'], severity: OcsfSeverity = 3): OcsfKind => ({
  class: 3005,
  activity,
  severity,
})

const group = (activity: Of<3006>['activity'], severity: OcsfSeverity = 1): OcsfKind => ({
  class: 3006,
  activity,
  severity,
})

/** What access to the account rests on. */
const entity = (
  of: string,
  activity: Of<3004>['activity'],
  severity: OcsfSeverity = 1
): OcsfKind => ({ class: 3004, activity, severity, of })

/** Everything else that is kept for an account. */
const resource = (
  of: string,
  activity: Of<6003>['activity'],
  severity: OcsfSeverity = 1
): OcsfKind => ({ class: 6003, activity, severity, of })

const [CREATE, UPDATE, DELETE, OTHER] = [1, 3, 4, 99] as const

/** What each action of the security trail is in OCSF. An action that is not here does not compile. */
export const OCSF_KINDS: Readonly<Record<AccountAction, OcsfKind>> = {
  'log_in.failed': logOn({ severity: 3, hasFailed: true }),
  'log_in.password': logOn(),
  'log_in.passkey': logOn(),
  'log_in.single_sign_on': logOn({ protocol: 5 }),
  'log_in.emergency': logOn({ severity: 3 }),
  'second_factor.refused': logOn({ severity: 3, hasFailed: true }),
  'second_factor.recovery_code_used': logOn({ severity: 2 }),
  'session.ended': logOn({ activity: 2, protocol: undefined }),
  'support.entered': logOn({ severity: 2, protocol: undefined }),

  'member.invited': account(1),
  'member.invited_again': account(99),
  'member.joined': account(2),
  'member.provisioned': account(1),
  'member.profile_changed': account(99),
  'member.renamed': account(99),
  'member.disabled': account(5),
  'member.enabled': account(2),
  'member.removed': account(6),
  'password.changed': account(3),
  'password.link_sent': account(4),
  'password.reset': account(4),
  'second_factor.set_up': account(10),
  'second_factor.codes_renewed': account(10),
  'second_factor.removed': account(11, 2),
  'second_factor.recovered': account(11, 3),
  'passkey.added': account(10),
  'passkey.renamed': account(99),
  'passkey.removed': account(11, 2),
  'passkey.counter_went_back': account(99, 4),
  'address.change_requested': account(99),
  'address.change_cancelled': account(99),
  'address.change_refused': account(99, 3),
  'address.changed': account(99, 2),
  'address.restored': account(99, 3),

  'member.role_changed': access(1, 2),
  'ownership.handed_over': access(1),
  'ownership.transferred': access(1),
  'sso.emergency_owners_named': access(1),
  'support.granted': access(1),
  'support.ended': access(2, 1),

  'directory.group_created': group(6),
  'directory.group_deleted': group(5),
  'directory.group_role_changed': group(1, 2),
  'team.created': group(6),
  'team.deleted': group(5),
  'team.renamed': group(99),
  'team.member_added': group(3, 2),
  'team.member_removed': group(4),

  'key.created': entity('API key', CREATE, 2),
  'key.changed': entity('API key', UPDATE, 2),
  'key.rotated': entity('API key', UPDATE),
  'key.revoked': entity('API key', DELETE),
  'directory.token_created': entity('SCIM token', CREATE, 3),
  'directory.token_revoked': entity('SCIM token', DELETE),
  'embedding.origin_allowed': entity('Embedding origin', CREATE, 2),
  'embedding.origin_removed': entity('Embedding origin', DELETE),
  'integration.connected': entity('Integration', CREATE, 2),
  'integration.cut': entity('Integration', DELETE),
  'second_factor.required': entity('Log-in policy', UPDATE),
  'second_factor.optional': entity('Log-in policy', UPDATE, 3),
  'sso.connected': entity('Single sign-on', CREATE, 3),
  'sso.changed': entity('Single sign-on', UPDATE, 3),
  'sso.moved': entity('Single sign-on', UPDATE, 3),
  'sso.turned_on': entity('Single sign-on', UPDATE, 3),
  'sso.turned_off': entity('Single sign-on', UPDATE, 3),
  'sso.required': entity('Single sign-on', UPDATE, 2),
  'sso.lifted': entity('Single sign-on', UPDATE, 3),
  'sso.people_changed': entity('Single sign-on', UPDATE, 3),
  'sso.rules_changed': entity('Role rules', UPDATE, 3),
  'sso.owners_let_in': entity('Single sign-on', UPDATE, 3),
  'sso.owners_kept_out': entity('Single sign-on', UPDATE),
  'sso.certificates_added': entity('Identity provider certificate', CREATE, 3),
  'sso.certificates_found': entity('Identity provider certificate', CREATE, 2),
  'sso.certificates_removed': entity('Identity provider certificate', DELETE),
  'sso.key_announce': entity('Single sign-on key', CREATE),
  'sso.key_use': entity('Single sign-on key', UPDATE),
  'sso.key_retire': entity('Single sign-on key', DELETE),
  'sso.domain_added': entity('Email domain', CREATE),
  'sso.domain_proved': entity('Email domain', UPDATE, 2),
  'sso.domain_failing': entity('Email domain', OTHER, 2),
  'sso.domain_lapsed': entity('Email domain', UPDATE, 2),
  'sso.domain_removed': entity('Email domain', DELETE),
  'sso.setup_link_made': entity('Set-up link', CREATE, 3),
  'sso.setup_link_revoked': entity('Set-up link', DELETE),

  'webhook.created': resource('Webhook', CREATE),
  'webhook.changed': resource('Webhook', UPDATE),
  'webhook.copied_to_live': resource('Webhook', CREATE),
  'webhook.deleted': resource('Webhook', DELETE),
  'webhook.disabled': resource('Webhook', UPDATE),
  'webhook.enabled': resource('Webhook', UPDATE),
  'webhook.paused': resource('Webhook', UPDATE),
  'webhook.replayed': resource('Webhook', OTHER),
  'webhook.secret_activated': resource('Webhook', UPDATE),
  'webhook.secret_replaced': resource('Webhook', UPDATE),
  'brand.changed': resource('Brand', UPDATE),
  'brand.handed_down': resource('Brand', UPDATE),
  'domain.added': resource('Domain', CREATE),
  'domain.changed': resource('Domain', UPDATE),
  'domain.failing': resource('Domain', OTHER, 2),
  'domain.recovered': resource('Domain', OTHER),
  'domain.released': resource('Domain', DELETE),
  'domain.removed': resource('Domain', DELETE),
  'domain.suspended': resource('Domain', UPDATE, 2),
  'domain.suspension_near': resource('Domain', OTHER, 2),
  'domain.verified': resource('Domain', UPDATE),
  'sender.domain_claimed': resource('Sender domain', CREATE),
  'sender.domain_failing': resource('Sender domain', OTHER, 2),
  'sender.domain_released': resource('Sender domain', DELETE),
  'sender.domain_verified': resource('Sender domain', UPDATE),
  'sender.key_rotated': resource('Sender key', UPDATE),
  'sender.server_removed': resource('Mail server', DELETE),
  'sender.server_saved': resource('Mail server', UPDATE),
  'sender.suppression_lifted': resource('Suppression', DELETE),
  'sender.way_chosen': resource('Sender', UPDATE),
  'plan.requested': resource('Plan', OTHER),
  'plan.request_granted': resource('Plan', UPDATE),
  'plan.request_declined': resource('Plan', OTHER),
  'plan.request_withdrawn': resource('Plan', OTHER),
  'prices.changed': resource('Prices', UPDATE),
  'retention.changed': resource('Retention', UPDATE, 2),
  'seal_certificate.used': resource('Seal certificate', CREATE, 2),
  'seal_certificate.removed': resource('Seal certificate', DELETE, 2),
  'seal_certificate.ended': resource('Seal certificate', DELETE),
  'seal_key.revoked': resource('Seal certificate', UPDATE, 3),
  'hold.imposed': resource('Legal hold', CREATE, 2),
  'hold.lifted': resource('Legal hold', DELETE, 2),
  'sandbox.reset': resource('Sandbox', DELETE),
  'signer.erased': resource('Signer', DELETE, 2),
  'document.taken_down': resource('Document', UPDATE, 3),
  'document.shared': resource('Document', UPDATE),
  'document.unshared': resource('Document', UPDATE),
  'document.moved': resource('Document', UPDATE),
  'documents.handed_over': resource('Document', UPDATE, 2),
  'template.shared': resource('Template', UPDATE),
  'handover.refused': resource('Account', OTHER, 2),
  'tenant.created': resource('Tenant', CREATE),
  'tenant.renamed': resource('Tenant', UPDATE),
  'tenant.plan_changed': resource('Tenant', UPDATE),
  'tenant.plan_request_declined': resource('Tenant', OTHER),
  'tenant.suspended': resource('Tenant', UPDATE, 2),
  'tenant.resumed': resource('Tenant', UPDATE),
  'tenant.deletion_asked': resource('Tenant', DELETE, 3),
  'tenant.deletion_recalled': resource('Tenant', UPDATE),
  'tenant.released': resource('Tenant', UPDATE, 2),
  'tenant.handover_asked': resource('Tenant', OTHER, 2),
  'tenant.handover_refused': resource('Tenant', OTHER, 2),
  'tenant.handed_over': resource('Tenant', UPDATE, 2),
}

/** Every action that an entry may have, in the order of the alphabet. */
export const ACCOUNT_ACTIONS = (Object.keys(OCSF_KINDS) as AccountAction[]).sort()
