import { ENTERED_TYPES } from '#app/documents/field_kinds/index'
import {
  id,
  instant,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  sha256,
  text,
  texts,
  type Properties,
  type Schema,
} from '#app/foundation/schema/schema'
import type { EventType } from './event_types.js'

interface Described {
  when: string
  /** What `data` has beside id, environment and time. */
  data: Properties
  optional?: readonly string[]
}

const STATUSES = [
  'pending',
  'viewed',
  'in_progress',
  'completed',
  'declined',
  'expired',
  'voided',
  'failed',
] as const

const about = (status: (typeof STATUSES)[number]): Properties => ({
  documentId: id('doc', 'Of which document.'),
  status: oneOf(STATUSES, 'Of the document, when it happened.', status),
  sequence: { ...integer(2, 'Of this document, gap-free.'), minimum: 1 },
  metadata: texts({ deal: '4711' }, 'Your own notes.'),
})

const signer = (status: string): Properties => ({
  signer: object(
    {
      id: id('sig', 'Of the signer.'),
      key: nullable(text('buyer', 'Your own name for this signer.')),
      name: text('Ana Buyer', 'As it stands in the document.'),
      email: text('ana@example.com', 'Where the signer is written to.'),
      status: text(status, 'Of the signer, when it happened.'),
    },
    { description: 'Whose doing it was, or who is meant.' }
  ),
})

const VALUE: Schema<string | boolean> = {
  type: ['string', 'boolean'],
  description: 'As it stands in the PDF; true or false for a checkbox.',
  examples: ['DE89 3704 0044 0532 0130 00'],
}

const values: Properties = {
  values: listOf(
    object({
      id: id('fld', 'Of the field.'),
      signerId: id('sig', 'Whose field it is.'),
      type: oneOf(ENTERED_TYPES, 'Pictures are in the PDF alone.', 'text'),
      value: VALUE,
    }),
    'What signers filled in; only for webhooks with `includeValues`.'
  ),
}

const tenant: Properties = {
  tenantId: id('ten', 'Of which tenant below yours.'),
  slug: text('initech', 'The first part of its host.'),
  status: text('active', 'What it is now.'),
  plan: text('business', 'The key of its plan.'),
}

/** When an event of each type comes, and what it tells. */
export const EVENTS: Record<EventType, Described> = {
  'document.sent': { when: 'A document was sent to its signers.', data: about('pending') },
  'document.viewed': {
    when: 'A signer saw the first page for the first time.',
    data: { ...about('viewed'), ...signer('sent') },
  },
  'document.signed': {
    when: 'A signer has signed.',
    data: { ...about('in_progress'), ...signer('signed'), ...values },
    optional: ['values'],
  },
  'document.completed': {
    when: 'All have signed, and the sealed PDF can be downloaded.',
    data: {
      ...about('completed'),
      sealedSha256: sha256('Of the sealed PDF.'),
      ...values,
    },
    optional: ['values'],
  },
  'document.declined': {
    when: 'A signer declined, which ends the document.',
    data: {
      ...about('declined'),
      ...signer('declined'),
      reason: text('The price is wrong', 'As the signer wrote it.'),
    },
    optional: ['reason'],
  },
  'document.expired': { when: 'Its time was over.', data: about('expired') },
  'document.voided': {
    when: 'It was withdrawn from its signers.',
    data: { ...about('voided'), reason: text('The house was sold.', 'As signers were told.') },
    optional: ['reason'],
  },
  'document.failed': {
    when: 'All have signed, but the PDF cannot be sealed: save it anew and send it once more.',
    data: about('failed'),
  },
  'document.downloaded': {
    when: 'Somebody downloaded a file of it.',
    data: {
      ...about('completed'),
      file: oneOf(['sealed', 'original', 'canonical', 'certificate'], 'Which file.'),
    },
  },
  'document.reminded': { when: 'Signers were reminded.', data: about('pending') },
  'document.delivery_failed': {
    when: 'An invitation could not be delivered. The link stays valid.',
    data: { ...about('pending'), ...signer('delivery_failed') },
  },
  'document.signer_updated': {
    when: 'A signer’s name or address was corrected.',
    data: { ...about('pending'), ...signer('sent') },
  },
  'usage.threshold_reached': {
    when: 'So much of what the plan allows in a month is used. Resellers are told of their tenants too.',
    data: {
      name: text('signatures', 'What is counted.'),
      threshold: integer(80, 'Percent.'),
      period: text('2026-03', 'A calendar month in UTC.'),
      used: integer(80, 'How much of it is used.'),
      limit: integer(100, 'How much the plan allows.'),
      resetsAt: instant('When it is counted anew.', '2026-04-01T00:00:00.000Z'),
      ...tenant,
    },
    optional: Object.keys(tenant),
  },
  'tenant.created': { when: 'A tenant below yours is ready.', data: tenant },
  'tenant.suspended': { when: 'A tenant below yours was suspended.', data: tenant },
  'tenant.resumed': { when: 'A tenant below yours works again.', data: tenant },
  'webhook.test': { when: 'You asked for it.', data: { webhookId: id('wh', 'Of which webhook.') } },
}
