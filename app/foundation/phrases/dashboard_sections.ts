import type addresses from '#lang/dashboard/en/addresses.json'
import type analytics from '#lang/dashboard/en/analytics.json'
import type brand from '#lang/dashboard/en/brand.json'
import type bulk_actions from '#lang/dashboard/en/bulk_actions.json'
import type bulk_sends from '#lang/dashboard/en/bulk_sends.json'
import type clock from '#lang/dashboard/en/clock.json'
import type common from '#lang/dashboard/en/common.json'
import type contacts from '#lang/dashboard/en/contacts.json'
import type data from '#lang/dashboard/en/data.json'
import type documents from '#lang/dashboard/en/documents.json'
import type domains from '#lang/dashboard/en/domains.json'
import type embedding from '#lang/dashboard/en/embedding.json'
import type factor_policy from '#lang/dashboard/en/factor_policy.json'
import type field_editor from '#lang/dashboard/en/field_editor.json'
import type field_settings from '#lang/dashboard/en/field_settings.json'
import type frame from '#lang/dashboard/en/frame.json'
import type going_live from '#lang/dashboard/en/going_live.json'
import type handover from '#lang/dashboard/en/handover.json'
import type help from '#lang/dashboard/en/help.json'
import type home from '#lang/dashboard/en/home.json'
import type integrations from '#lang/dashboard/en/integrations.json'
import type keys from '#lang/dashboard/en/keys.json'
import type labels from '#lang/dashboard/en/labels.json'
import type mail_choices from '#lang/dashboard/en/mail_choices.json'
import type mailbox from '#lang/dashboard/en/mailbox.json'
import type members from '#lang/dashboard/en/members.json'
import type notices from '#lang/dashboard/en/notices.json'
import type own_account from '#lang/dashboard/en/own_account.json'
import type packets from '#lang/dashboard/en/packets.json'
import type passwords from '#lang/dashboard/en/passwords.json'
import type refused from '#lang/dashboard/en/refused.json'
import type reset from '#lang/dashboard/en/reset.json'
import type sandbox from '#lang/dashboard/en/sandbox.json'
import type seal from '#lang/dashboard/en/seal.json'
import type security from '#lang/dashboard/en/security.json'
import type sender from '#lang/dashboard/en/sender.json'
import type session from '#lang/dashboard/en/session.json'
import type setting_notices from '#lang/dashboard/en/setting_notices.json'
import type sharing from '#lang/dashboard/en/sharing.json'
import type single_sign_on from '#lang/dashboard/en/single_sign_on.json'
import type teams from '#lang/dashboard/en/teams.json'
import type templates from '#lang/dashboard/en/templates.json'
import type tenants from '#lang/dashboard/en/tenants.json'
import type trails from '#lang/dashboard/en/trails.json'
import type usage from '#lang/dashboard/en/usage.json'
import type views from '#lang/dashboard/en/views.json'
import type webhooks from '#lang/dashboard/en/webhooks.json'

/** What the dashboard says, by section: one file for each, in each of its languages. */
export interface DashboardSections {
  addresses: typeof addresses
  analytics: typeof analytics
  brand: typeof brand
  bulk_actions: typeof bulk_actions
  bulk_sends: typeof bulk_sends
  clock: typeof clock
  common: typeof common
  contacts: typeof contacts
  data: typeof data
  documents: typeof documents
  domains: typeof domains
  embedding: typeof embedding
  factor_policy: typeof factor_policy
  field_editor: typeof field_editor
  field_settings: typeof field_settings
  frame: typeof frame
  going_live: typeof going_live
  handover: typeof handover
  help: typeof help
  home: typeof home
  integrations: typeof integrations
  keys: typeof keys
  labels: typeof labels
  mail_choices: typeof mail_choices
  mailbox: typeof mailbox
  members: typeof members
  notices: typeof notices
  own_account: typeof own_account
  packets: typeof packets
  passwords: typeof passwords
  refused: typeof refused
  reset: typeof reset
  sandbox: typeof sandbox
  seal: typeof seal
  security: typeof security
  sender: typeof sender
  session: typeof session
  setting_notices: typeof setting_notices
  sharing: typeof sharing
  single_sign_on: typeof single_sign_on
  teams: typeof teams
  templates: typeof templates
  tenants: typeof tenants
  trails: typeof trails
  usage: typeof usage
  views: typeof views
  webhooks: typeof webhooks
}
