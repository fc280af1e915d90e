import type { PlatformAction } from '#app/audit/audit_action'

const WORDS: Record<PlatformAction, string> = {
  'operator.added': 'Operator added',
  'operator.invited_again': 'New set-up link made',
  'operator.set_up': 'Password set',
  'operator.logged_in': 'Logged in',
  'operator.log_in_failed': 'Failed to log in',
  'operator.code_refused': 'Right password, wrong code',
  'operator.disabled': 'Operator disabled',
  'operator.enabled': 'Operator enabled',
  'tenant.ordered': 'Tenant ordered',
  'tenant.suspended': 'Tenant suspended',
  'tenant.resumed': 'Suspension lifted',
  'tenant.plan_changed': 'Plan of a tenant changed',
  'tenant.cap_changed': 'Cap of a tenant changed',
  'tenant.deletion_scheduled': 'Deletion scheduled',
  'tenant.deletion_undone': 'Deletion undone',
  'tenant.erased': 'Tenant erased',
  'tenant.exported': 'Tenant exported',
  'tenant.imported': 'Tenant imported',
  'tenant.moved': 'Tenant moved to another cell',
  'tenant.sso_connected': 'Identity provider of a tenant connected',
  'tenant.sso_key_changed': 'Key of a tenant’s single sign-on exchanged',
  'tenant.retention_changed': 'Retention or hold of a tenant changed',
  'tenant.key_made': 'API key of a tenant made',
  'platform.brand_changed': 'Brand of the platform changed',
  'grant.given': 'Grant given',
  'grant.ended': 'Grant ended',
  'plan.changed': 'Plan changed',
  'plan_request.granted': 'Plan request granted',
  'plan_request.declined': 'Plan request declined',
  'support.granted': 'Support session opened',
  'work.retried': 'Stuck work tried again',
  'work.put_away': 'Mark of a failed seal put away',
  'report.dismissed': 'Report dismissed',
  'document.taken_down': 'Document taken down',
  'settings.changed': 'Settings changed',
  'reseller.terms_agreed': 'Terms of a reseller agreed',
}

/** What somebody reads for an action; one without words is read as it is called. */
export function wordsOf(action: string): string {
  return WORDS[action as PlatformAction] ?? action
}
