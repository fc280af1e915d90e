import { WorkTable, type WorkRows } from '#app/queue/work_table'
import { PlatformWork } from '#app/tenants/platform_work'
import { Provisioning } from '#app/tenants/provisioning/provisioning'

/** Those of a document, mostly: they are read, remembered and written down together, and sent at once. */
const MAILS = 10

/** Of the slots of a queue in which other kinds wait for nobody outside. */
const WAITS_FOR_STRANGERS = 1 / 2

/** Of the slots of a queue: many documents at once leave the rest to what is due at its time. */
const LEAVES_ROOM = 1 / 2

/** Who does which kind of work, and in which queue. */
WorkTable.use({
  'webhooks.fan_out': {
    queue: 'reactions',
    handle: () => import('#app/webhooks/deliveries/old_events'),
    asksLease: true,
    isRepeatable: true,
  },
  'webhooks.deliver': {
    queue: 'webhooks',
    handle: () => import('#app/webhooks/deliveries/deliver'),
    bundle: 25,
    asksLease: true,
    isRepeatable: true,
  },
  'webhooks.watch': {
    queue: 'reactions',
    handle: () => import('#app/webhooks/endpoints/endpoint_watch'),
  },
  'webhooks.exhausted': {
    queue: 'timers',
    handle: () => import('#app/webhooks/deliveries/exhausted'),
    goesOnFrozen: true,
  },
  'seal': {
    queue: 'seal',
    handle: () => import('#app/signing/seal/document_seal'),
    asksLease: true,
  },
  'seal.timestamp': {
    queue: 'seal',
    handle: () => import('#app/signing/seal/later_timestamp'),
    asksLease: true,
    share: WAITS_FOR_STRANGERS,
  },
  'seal.long_term': {
    queue: 'seal',
    handle: () => import('#app/signing/seal/long_term_work'),
    asksLease: true,
    share: WAITS_FOR_STRANGERS,
  },
  'seal.archive': {
    queue: 'seal',
    handle: () => import('#app/signing/seal/archive_work'),
    asksLease: true,
    share: WAITS_FOR_STRANGERS,
    goesOnFrozen: true,
  },
  'seal.certificate_end': {
    queue: 'timers',
    handle: () => import('#app/signing/seal/own/end_watch'),
    isRepeatable: true,
    goesOnFrozen: true,
  },
  'seal.renewals': {
    queue: 'timers',
    handle: () => import('#app/signing/seal/archive_renewals'),
    isRepeatable: true,
    goesOnFrozen: true,
  },
  'seal.given_up': {
    queue: 'timers',
    handle: () => import('#app/signing/seal/failed_seal'),
    goesOnFrozen: true,
  },
  'link.fetched': {
    queue: 'entries',
    handle: () => import('#app/signing/links/link_fetch_entry'),
    asksLease: true,
    goesOnFrozen: true,
  },
  'certificate': {
    queue: 'seal',
    handle: () => import('#app/signing/certificate/certificate_work'),
    asksLease: true,
    isRepeatable: true,
    goesOnFrozen: true,
  },
  'erasures.list': {
    queue: 'timers',
    handle: () => import('#app/audit/erasures/erasure_work'),
    isRepeatable: true,
    goesOnFrozen: true,
  },
  'evidence.check': {
    queue: 'timers',
    handle: () => import('#app/documents/evidence/evidence_check'),
    isRepeatable: true,
    goesOnFrozen: true,
  },
  'evidence.scrub': {
    queue: 'timers',
    handle: () => import('#app/documents/evidence/evidence_scrub'),
    isRepeatable: true,
    goesOnFrozen: true,
  },
  'audit.counted': {
    queue: 'reactions',
    handle: () => import('#app/documents/evidence/counted_entry_work'),
    goesOnFrozen: true,
  },
  'expire': {
    queue: 'timers',
    handle: () => import('#app/documents/expiry'),
    goesOnFrozen: true,
  },
  'retention': { queue: 'timers', handle: () => import('#app/portability/retention_round') },
  'documents.remove_files': {
    queue: 'timers',
    handle: () => import('#app/documents/files/erased_files'),
  },
  'documents.forget': {
    queue: 'timers',
    handle: () => import('#app/documents/late_traces'),
    isRepeatable: true,
    goesOnFrozen: true,
  },
  'documents.remove_file': {
    queue: 'timers',
    handle: () => import('#app/documents/files/replaced_file'),
  },
  'remind': { queue: 'timers', handle: () => import('#app/documents/expiry_reminder') },
  'mail.invite': {
    queue: 'mail',
    handle: () => import('#app/notifications/invite'),
    bundle: MAILS,
    asksLease: true,
    isRepeatable: true,
  },
  'mail.remind': {
    queue: 'mail',
    handle: () => import('#app/notifications/remind'),
    bundle: MAILS,
    asksLease: true,
    isRepeatable: true,
  },
  'mail.completed': {
    queue: 'mail',
    handle: () => import('#app/notifications/announce_completion'),
    asksLease: true,
    isRepeatable: true,
  },
  'mail.ended': {
    queue: 'mail',
    handle: () => import('#app/notifications/announce_end'),
    asksLease: true,
    isRepeatable: true,
  },
  'mail.viewed': {
    queue: 'mail',
    handle: () => import('#app/notifications/announce_progress'),
    asksLease: true,
    isRepeatable: true,
  },
  'mail.signed': {
    queue: 'mail',
    handle: () => import('#app/notifications/announce_progress'),
    asksLease: true,
    isRepeatable: true,
  },
  'mail.expiring': {
    queue: 'mail',
    handle: () => import('#app/notifications/announce_expiry'),
    asksLease: true,
    isRepeatable: true,
  },
  'mail.answer': {
    queue: 'mail',
    handle: () => import('#app/notifications/answer'),
    asksLease: true,
    isRepeatable: true,
  },
  'mail.code': {
    queue: 'mail',
    handle: () => import('#app/notifications/codes/mail_code'),
    asksLease: true,
    isRepeatable: true,
  },
  'sms.code': {
    queue: 'mail',
    handle: () => import('#app/notifications/codes/text_code'),
    asksLease: true,
  },
  'mail.digest': {
    queue: 'mail',
    handle: () => import('#app/notifications/digests/send_digest'),
    asksLease: true,
  },
  'mail.form': {
    queue: 'mail',
    handle: () => import('#app/notifications/forms/mail_confirmation'),
    asksLease: true,
    isRepeatable: true,
  },
  'bulk.step': {
    queue: 'timers',
    handle: () => import('#app/templates/bulk/bulk_step'),
    share: LEAVES_ROOM,
  },
  'documents.act': {
    queue: 'timers',
    handle: () => import('#app/documents/bulk_actions/bulk_action_step'),
    share: LEAVES_ROOM,
  },
  'bulk.forget': {
    queue: 'timers',
    handle: () => import('#app/templates/bulk/bulk_forgetting'),
    goesOnFrozen: true,
  },
  'form.forget': {
    queue: 'timers',
    handle: () => import('#app/notifications/forms/forget_submission'),
    goesOnFrozen: true,
  },
  'mail.send': {
    queue: 'mail',
    handle: () => import('#app/notifications/send'),
    bundle: MAILS,
    asksLease: true,
  },
  'mail.notice': {
    queue: 'mail',
    handle: () => import('#app/notifications/notify'),
    asksLease: true,
    isRepeatable: true,
    goesOnFrozen: true,
  },
  'mail.notice_copy': {
    queue: 'mail',
    handle: () => import('#app/notifications/notify_one'),
    asksLease: true,
    goesOnFrozen: true,
  },
  'brand.published': {
    queue: 'reactions',
    handle: () => import('#app/brand/publish_brand'),
    isRepeatable: true,
  },
  'usage.report': {
    queue: 'reactions',
    handle: () => import('#app/tenants/usage/usage_report'),
  },
  'resale.pass_on': {
    queue: 'reactions',
    handle: () => import('#app/tenants/resale/resale_threshold'),
  },
  'sender.check': {
    queue: 'timers',
    handle: () => import('#app/sending/sender_watch'),
    share: WAITS_FOR_STRANGERS,
  },
  'sso.check_domain': {
    queue: 'timers',
    handle: () => import('#app/single_sign_on/domains/email_domain_watch'),
    share: WAITS_FOR_STRANGERS,
    isRepeatable: true,
  },
  'sso.watch': {
    queue: 'timers',
    handle: () => import('#app/single_sign_on/provider/provider_watch'),
    share: WAITS_FOR_STRANGERS,
  },
  'keys.end': { queue: 'timers', handle: () => import('#app/identity/keys/key_end') },
  'handover.end': {
    queue: 'timers',
    handle: () => import('#app/identity/handover/handover_end'),
  },
  'log_in.failed': {
    queue: 'entries',
    handle: () => import('#app/identity/sessions/log_in_failure_entry'),
    goesOnFrozen: true,
  },
  'team.hand_over': {
    queue: 'timers',
    handle: () => import('#app/templates/last_handover'),
    isRepeatable: true,
    goesOnFrozen: true,
  },
  'sandbox.act': { queue: 'timers', handle: () => import('#app/sandbox/act') },
} satisfies WorkRows)

/** The same for what the platform left to be done, where layers above `tenants` do it. */
PlatformWork.use({
  project_standing: async (tenantId) => {
    await (
      await import('#app/tenants/entitlements_projection')
    ).EntitlementsProjection.apply(tenantId)
    await (await import('#app/brand/published_brand')).PublishedBrand.follow(tenantId)
    await (await import('#app/single_sign_on/enforcement')).Enforcement.follow(tenantId)
  },
  project_brand: inherit,
  welcome_owners: async (tenantId) =>
    (await import('#app/identity/users/owner_welcome')).welcomeOwners(tenantId),
  operator_log_in_failed: async (id) =>
    (await import('#app/identity/operators/operator_log_in_failures')).OperatorLogInFailures.record(
      id
    ),
  end_visits: async (operatorId) =>
    (await import('#app/identity/operators/operator_support')).OperatorSupport.end(operatorId),
  settle_email_domains: async (tenantId) =>
    (await import('#app/single_sign_on/domains/email_domain_watch')).EmailDomainWatch.settleAll(
      tenantId
    ),
  erase_tenant: async (tenantId) =>
    (await import('#app/portability/erasure/tenant_erasure')).TenantErasure.runIfDue(tenantId),
  settle_move: async (tenantId) =>
    (await import('#app/portability/tenant_move')).TenantMove.settle(tenantId),
  drop_moved: async (tenantId) =>
    (await import('#app/portability/tenant_move')).TenantMove.dropOld(tenantId),
})

/** A new tenant looks like its reseller from its first page on. */
Provisioning.populateBy(inherit)

async function inherit(tenantId: string): Promise<void> {
  await (await import('#app/brand/brand_descent')).BrandDescent.project(tenantId)
}
