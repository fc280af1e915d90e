import type { ExtraMail } from '#app/identity/mails/mail_choice'
import type { WorkKind } from '#app/tenancy/outbox/work_kind'
import { fanOut } from '#app/webhooks/deliveries/fan_out'
import { LogRetention } from '#app/webhooks/log_retention'
import {
  Reactions,
  type LaterReaction,
  type Reaction,
  type ReactionTable,
} from '#app/events/reactions'

const webhooks: Reaction = {
  name: 'webhooks',
  statements: (events) => [fanOut(events), ...LogRetention.asking(events[0])],
}

const endMails: LaterReaction = { kind: 'mail.ended', about: 'noun' }

/** A completed document carries its certificate; one of its own is made when somebody asks for it. */
const certificate: LaterReaction = { kind: 'certificate', about: 'noun' }

/** Most people do not want these mails: where nobody does, signing leaves no work for them. */
function forThoseWhoWant(kind: WorkKind, mail: ExtraMail): LaterReaction {
  return {
    kind,
    about: 'noun',
    when: (_, environment) => environment === 'live',
    onlyIf: () => `(exists (select from wanted_mails where kind = '${mail}')
      or exists (select from document_mails where choice = 'follow'))`,
  }
}

/** Who reacts to what. */
Reactions.use({
  'signer.invited': [
    { kind: 'mail.invite', about: 'noun' },
    {
      kind: 'sandbox.act',
      about: 'noun',
      delayMs: 5_000,
      when: (_, environment) => environment === 'test',
    },
  ],
  'signer.reminded': [{ kind: 'mail.remind', about: 'noun' }],
  'question.answered': [{ kind: 'mail.answer', about: 'noun' }],
  'signer.viewed': [forThoseWhoWant('mail.viewed', 'viewed')],
  'signer.signed': [forThoseWhoWant('mail.signed', 'signed')],
  'document.expiring': [forThoseWhoWant('mail.expiring', 'expiring')],
  'signatures.collected': [{ kind: 'seal', about: 'noun' }],

  'document.sent': [webhooks],
  'document.viewed': [webhooks],
  'document.signed': [webhooks],
  'document.completed': [webhooks, { kind: 'mail.completed', about: 'noun' }],
  'document.declined': [webhooks, endMails, certificate],
  'document.expired': [webhooks, endMails, certificate],
  'document.voided': [webhooks, endMails, certificate],
  'document.failed': [webhooks, endMails, certificate],
  'document.reminded': [webhooks],
  'document.downloaded': [webhooks],
  'document.delivery_failed': [webhooks],
  'document.signer_updated': [webhooks],
  'signer.delegated': [webhooks],
  'signer.consent_withdrawn': [webhooks],
  'signer.asked': [webhooks],
  'signer.answered': [webhooks],
  'usage.threshold_reached': [webhooks, { kind: 'resale.pass_on', about: 'event' }],
  'webhook.test': [webhooks],
  'webhook.example': [webhooks],

  'template.created': [webhooks],
  'template.updated': [webhooks],
  'template.archived': [webhooks],

  // of the tenants below a reseller
  'tenant.created': [webhooks],
  'tenant.suspended': [webhooks],
  'tenant.resumed': [webhooks],
} satisfies ReactionTable)
