import type { PlatformAction } from '#app/audit/audit_action'

const WORDS: Record<PlatformAction, string> = {
  'operator.added': 'Operator added',
  'operator.invited_again': 'New set-up link created',
  'operator.set_up': 'Password set',
  'operator.logged_in': 'Logged in',
  'operator.log_in_failed': 'Failed to log in',
  'operator.code_refused': 'Right password, wrong code',
  'operator.disabled': 'Operator disabled',
  'operator.enabled': 'Operator enabled',
  'tenant.ordered': 'Tenant ordered',
  'tenant.suspended': 'Tenant suspended',
  'tenant.resumed': 'Suspension lifted',
  'tenant.plan_changed': 'Tenant’s plan changed',
  'tenant.cap_changed': 'Tenant’s cap changed',
  'tenant.deletion_scheduled': 'Deletion scheduled',
  'tenant.deletion_undone': 'Deletion cancelled',
  'tenant.erased': 'Tenant erased',
  'tenant.exported': 'Tenant exported',
  'tenant.factor_removed': 'Removed a member’s lost second factor',
  'tenant.imported': 'Tenant imported',
  'tenant.moved': 'Tenant moved to another cell',
  'tenant.sso_connected': 'Tenant’s identity provider connected',
  'tenant.sso_key_changed': 'Key of a tenant’s single sign-on exchanged',
  'tenant.seal_key_revoked': 'Tenant’s seal certificates revoked',
  'tenant.retention_changed': 'Tenant’s retention or hold changed',
  'tenant.key_made': 'Tenant’s API key created',
  'platform.brand_changed': 'Platform brand changed',
  'incident.opened': 'Incident told to customers',
  'incident.updated': 'Incident updated',
  'grant.given': 'Grant given',
  'grant.ended': 'Grant ended',
  'plan.changed': 'Plan changed',
  'plan_request.granted': 'Plan request granted',
  'plan_request.declined': 'Plan request declined',
  'support.granted': 'Support session opened',
  'work.retried': 'Stuck work retried',
  'work.put_away': 'Failed seal dismissed',
  'report.dismissed': 'Report dismissed',
  'document.taken_down': 'Document taken down',
  'settings.changed': 'Settings changed',
  'reseller.terms_agreed': 'Reseller terms agreed',
}

/** What somebody reads for an action; one without words is read as it is called. */
export function wordsOf(action: string): string {
  return WORDS[action as PlatformAction] ?? action
}
