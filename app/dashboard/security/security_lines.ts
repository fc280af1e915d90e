import type { AccountAction } from '#app/audit/audit_action'
import type { ReadEntry } from '#app/audit/read_entry'
import { readable, detailLine } from '#app/audit/detail_line'

/** An entry of the account's trail as its people read it. */
export interface SecurityLine {
  sequence: number
  words: string
  actor: string
  isSupport: boolean
  ipAddress: string | null
  details: { name: string; value: string }[]
  at: Date
}

export const WORDS: Record<AccountAction, string> = {
  'log_in.failed': 'Failed to log in',
  'log_in.single_sign_on': 'Logged in by single sign-on',
  'sso.connected': 'Connected an identity provider',
  'sso.changed': 'Changed the terms of single sign-on',
  'sso.certificates_added': 'Added a certificate of the identity provider',
  'sso.certificates_found': 'Found a new certificate in the identity provider’s metadata',
  'sso.certificates_removed': 'Removed a certificate of the identity provider',
  'sso.key_announce': 'Announced the next key of single sign-on',
  'sso.key_use': 'Began to use the next key of single sign-on',
  'sso.key_retire': 'Removed the old key of single sign-on',
  'sso.domain_added': 'Added a domain of e-mail addresses',
  'sso.domain_proved': 'Found the record of an e-mail domain',
  'sso.domain_failing': 'Missed the record of an e-mail domain',
  'sso.domain_lapsed': 'Ended the proof of an e-mail domain',
  'sso.domain_removed': 'Removed a domain of e-mail addresses',
  'sso.owners_let_in': 'Let owners of an e-mail domain in by single sign-on',
  'sso.owners_kept_out': 'Let owners of an e-mail domain in by password alone',
  'sso.people_changed': 'Changed what is read of people at single sign-on',
  'sso.rules_changed': 'Changed the rules that give roles at single sign-on',
  'log_in.emergency': 'Logged in as an emergency owner, without the identity provider',
  'sso.required': 'Required single sign-on',
  'sso.lifted': 'Let passwords count again beside single sign-on',
  'sso.emergency_owners_named': 'Named emergency owners',
  'sso.setup_link_made': 'Made a set-up link for single sign-on',
  'sso.setup_link_revoked': 'Revoked the set-up link for single sign-on',
  'sso.turned_on': 'Turned single sign-on on',
  'sso.turned_off': 'Turned single sign-on off',
  'directory.token_created': 'Made a SCIM token',
  'directory.token_revoked': 'Revoked a SCIM token',
  'directory.group_created': 'Added a group by SCIM',
  'directory.group_deleted': 'Deleted a group by SCIM',
  'directory.group_role_changed': 'Changed the role that a group gives',
  'member.provisioned': 'Added a member by SCIM',
  'member.profile_changed': 'Changed a member’s name or address',
  'member.invited': 'Invited a member',
  'member.invited_again': 'Invited a member again',
  'member.joined': 'Joined',
  'member.role_changed': 'Changed a member’s role',
  'member.removed': 'Removed a member',
  'member.disabled': 'Disabled a member',
  'member.enabled': 'Enabled a member again',
  'password.link_sent': 'Asked for a link to a new password',
  'password.reset': 'Set a new password',
  'address.change_requested': 'Asked for a change of their own address',
  'address.change_cancelled': 'Cancelled the change of their own address',
  'address.change_refused': 'Refused a change of the address, from the old mailbox',
  'address.changed': 'Changed their own address',
  'address.restored': 'Took back their old address, from the old mailbox',
  'member.renamed': 'Changed their own name',
  'password.changed': 'Changed their own password',
  'session.ended': 'Logged other browsers out',
  'second_factor.recovered': 'Removed a member’s lost second factor',
  'second_factor.set_up': 'Set up a second factor',
  'second_factor.removed': 'Removed a second factor',
  'second_factor.codes_renewed': 'Made new recovery codes',
  'second_factor.recovery_code_used': 'Used a recovery code',
  'second_factor.refused': 'Gave a wrong second factor after the right password',
  'second_factor.required': 'Required a second factor of everybody',
  'second_factor.optional': 'No longer required a second factor',
  'passkey.added': 'Added a passkey',
  'passkey.renamed': 'Renamed a passkey',
  'passkey.removed': 'Removed a passkey',
  'passkey.counter_went_back': 'Used a passkey that may have been copied',
  'brand.changed': 'Changed the brand',
  'webhook.replayed': 'Sent webhook deliveries again',
  'webhook.created': 'Added a webhook',
  'webhook.changed': 'Changed a webhook',
  'webhook.paused': 'Paused a webhook',
  'webhook.enabled': 'Enabled a webhook again',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.secret_replaced': 'Created a new webhook secret',
  'webhook.secret_activated': 'Activated a new webhook secret',
  'webhook.disabled': 'Disabled a webhook that could not be reached',
  'key.created': 'Created an API key',
  'key.changed': 'Changed an API key',
  'key.rotated': 'Replaced an API key',
  'key.revoked': 'Revoked an API key',
  'webhook.copied_to_live': 'Copied a sandbox webhook to live',
  'sandbox.reset': 'Reset the sandbox',
  'integration.connected': 'Connected an integration',
  'integration.cut': 'Disconnected an integration',
  'domain.added': 'Added a domain',
  'domain.verified': 'Found a domain’s records',
  'domain.changed': 'Changed the use of a domain',
  'domain.failing': 'Records of a domain were missing',
  'domain.suspension_near': 'Warned of a domain’s suspension',
  'domain.suspended': 'Suspended a domain',
  'domain.recovered': 'Found a domain’s records again',
  'domain.removed': 'Removed a domain',
  'domain.released': 'Released a domain',
  'sender.way_chosen': 'Changed how emails are sent',
  'sender.domain_claimed': 'Set up a sender’s domain',
  'sender.domain_verified': 'Found the record of a sender’s key',
  'sender.domain_failing': 'The record of a sender’s key was missing',
  'sender.domain_released': 'Removed a sender’s domain',
  'sender.key_rotated': 'Replaced a sender’s key',
  'sender.server_saved': 'Set up a mail server',
  'sender.server_removed': 'Removed a mail server',
  'sender.suppression_lifted': 'Allowed emails to an address again',
  'support.granted': 'Opened a support session',
  'support.entered': 'Entered as support',
  'support.ended': 'Ended a support session',
  'plan.requested': 'Asked for another plan',
  'plan.request_withdrawn': 'Withdrew a request for another plan',
  'plan.request_granted': 'Granted a request for another plan',
  'plan.request_declined': 'Declined a request for another plan',
  // a reseller and its tenant read the same
  'tenant.created': 'Made a tenant',
  'tenant.renamed': 'Renamed a tenant',
  'tenant.plan_changed': 'Changed a tenant’s plan',
  'tenant.plan_request_declined': 'Declined a tenant’s request for a plan',
  'tenant.suspended': 'Suspended a tenant',
  'tenant.resumed': 'Resumed a tenant',
  'tenant.deletion_asked': 'Scheduled a tenant’s deletion',
  'tenant.deletion_recalled': 'Cancelled a tenant’s deletion',
  'tenant.released': 'Released a tenant',
  'tenant.handover_asked': 'Requested a tenant’s handover',
  'tenant.handover_refused': 'Refused a handover',
  'tenant.handed_over': 'Handed over a tenant',
  'handover.refused': 'Refused a handover',
  'ownership.handed_over': 'Handed over the account',
  'ownership.transferred': 'Made somebody else the owner',
  'prices.changed': 'Changed prices',
  'retention.changed': 'Changed how long documents are kept',
  'hold.imposed': 'Put the account under a legal hold',
  'hold.lifted': 'Lifted the legal hold',
  'signer.erased': 'Erased a signer’s documents',
  'document.taken_down': 'Took a document down',
}

/** Names and addresses that were erased read as nothing; ids help nobody here. */
const OF_THE_ACTOR = new Set(['actorName', 'ipAddress', 'userAgent'])

export function securityLine({ sequence, action, at, body, personal }: ReadEntry): SecurityLine {
  const { actor, details } = body
  const values = { ...details, ...personal }
  return {
    sequence,
    at,
    words: WORDS[action as AccountAction] ?? readable(action),
    actor: personal.actorName ?? (actor.type === 'system' ? 'System' : 'Somebody'),
    isSupport: actor.via?.startsWith('sup_') ?? false,
    ipAddress: personal.ipAddress ?? null,
    details: Object.entries(values)
      .filter(([name, value]) => !OF_THE_ACTOR.has(name) && isShown(name, value))
      .map(([name, value]) => detailLine(name, value)),
  }
}

function isShown(name: string, value: unknown): boolean {
  return value !== null && value !== '' && !/(?:Id|Sha256)$/.test(name) && name !== 'supportId'
}
