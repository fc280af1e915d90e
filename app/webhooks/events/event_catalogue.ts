import { ENTERED_TYPES } from '#app/documents/field_kinds/index'
import { EVENT_TYPES, type EventType } from './event_types.js'

type Schema = Readonly<Record<string, unknown>>

interface Described {
  when: string
  /** What `data` has beside id, environment and time. */
  data: Record<string, Schema>
  optional?: readonly string[]
}

const SOME_ULID = '01m7y40e2r6eqbqt8qhhqb7vwv'
const SOME_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

const text = (example: string, description: string): Schema => ({
  type: 'string',
  description,
  examples: [example],
})
const whole = (example: number, description: string): Schema => ({
  type: 'integer',
  description,
  examples: [example],
})
const choice = (description: string, ...values: string[]): Schema => ({
  enum: values,
  description,
  examples: [values[0]],
})
const time = (description: string, example = '2026-03-14T09:26:53.589Z'): Schema => ({
  type: 'string',
  format: 'date-time',
  description,
  examples: [example],
})
const ofText = (example: Record<string, string>, description: string): Schema => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string' },
  examples: [example],
})
const id = (prefix: string, description: string): Schema => ({
  type: 'string',
  description,
  pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
  examples: [`${prefix}_${SOME_ULID}`],
})
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] })

const about = (status: string): Record<string, Schema> => ({
  documentId: id('doc', 'Of which document.'),
  status: {
    ...choice(
      'Of the document, when it happened.',
      'pending',
      'viewed',
      'in_progress',
      'completed',
      'declined',
      'expired',
      'voided',
      'failed'
    ),
    examples: [status],
  },
  sequence: { ...whole(2, 'Of this document, gap-free.'), minimum: 1 },
  metadata: ofText({ deal: '4711' }, 'Your own notes.'),
})

const signer = (status: string): Record<string, Schema> => ({
  signer: {
    type: 'object',
    description: 'Whose doing it was, or who is meant.',
    required: ['id', 'key', 'name', 'email', 'status'],
    properties: {
      id: id('sig', 'Of the signer.'),
      key: orNull(text('buyer', 'Your own name for this signer.')),
      name: text('Ana Buyer', 'As it stands in the document.'),
      email: text('ana@example.com', 'Where the signer is written to.'),
      status: text(status, 'Of the signer, when it happened.'),
    },
  },
})

const values: Record<string, Schema> = {
  values: {
    type: 'array',
    description: 'What signers filled in; only for webhooks with `includeValues`.',
    items: {
      type: 'object',
      required: ['id', 'signerId', 'type', 'value'],
      properties: {
        id: id('fld', 'Of the field.'),
        signerId: id('sig', 'Whose field it is.'),
        type: { ...choice('Pictures are in the PDF alone.', ...ENTERED_TYPES), examples: ['text'] },
        value: {
          type: ['string', 'boolean'],
          description: 'As it stands in the PDF; true or false for a checkbox.',
        },
      },
    },
    examples: [
      [
        {
          id: `fld_${SOME_ULID}`,
          signerId: `sig_${SOME_ULID}`,
          type: 'text',
          value: 'DE89 3704 0044 0532 0130 00',
        },
      ],
    ],
  },
}

const tenant: Record<string, Schema> = {
  tenantId: id('ten', 'Of which tenant below yours.'),
  slug: text('initech', 'The first part of its host.'),
  status: text('active', 'What it is now.'),
  plan: text('business', 'The key of its plan.'),
}

const EVENTS: Record<EventType, Described> = {
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
      sealedSha256: text(SOME_HASH, 'Of the sealed PDF.'),
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
      file: choice('Which file.', 'sealed', 'original', 'canonical', 'certificate'),
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
      threshold: whole(80, 'Percent.'),
      period: text('2026-03', 'A calendar month in UTC.'),
      used: whole(80, 'How much of it is used.'),
      limit: whole(100, 'How much the plan allows.'),
      resetsAt: time('When it is counted anew.', '2026-04-01T00:00:00.000Z'),
      ...tenant,
    },
    optional: Object.keys(tenant),
  },
  'tenant.created': { when: 'A tenant below yours is ready.', data: tenant },
  'tenant.suspended': { when: 'A tenant below yours was suspended.', data: tenant },
  'tenant.resumed': { when: 'A tenant below yours works again.', data: tenant },
  'webhook.test': { when: 'You asked for it.', data: { webhookId: id('wh', 'Of which webhook.') } },
}

const OF_EVERY_EVENT = ['id', 'environment', 'occurredAt']

/** Every type of event: when it comes, what a delivered body looks like (JSON Schema 2020-12), and one. */
export const EVENT_CATALOGUE = EVENT_TYPES.map((name) => {
  const { when, data, optional: rare = [] } = EVENTS[name]
  const optional = [...rare, 'isTest']
  const all: Record<string, Schema> = {
    id: id('evt', 'Of this event: the same in every delivery.'),
    environment: choice('Where it happened.', 'live', 'test'),
    occurredAt: time('When it happened.'),
    ...data,
    isTest: {
      type: 'boolean',
      description: 'Nothing has happened: this is the example of a test you asked for.',
      examples: [true],
    },
  }
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    description: when,
    type: 'object',
    required: ['event', 'data'],
    properties: {
      event: { const: name, description: 'The type of event.' },
      data: {
        type: 'object',
        description: 'What it tells.',
        required: Object.keys(all).filter((key) => !optional.includes(key)),
        properties: all,
      },
    },
  }
  const shown = Object.entries(all).filter(([key]) => !optional.includes(key) || key === 'reason')
  const example = {
    event: name,
    data: Object.fromEntries(shown.map(([key, value]) => [key, exampleOf(value)])),
  }
  return { object: 'event_type', name, description: when, schema, example }
})

function exampleOf({ examples, properties }: Schema): unknown {
  if (Array.isArray(examples)) return examples[0]
  const inner = Object.entries(properties as Record<string, Schema>)
  return Object.fromEntries(inner.map(([key, value]) => [key, exampleOf(value)]))
}

/** What an event of this type tells, as an example: without its id, place and time. */
export function exampleData(event: EventType): Readonly<Record<string, unknown>> {
  const { example } = EVENT_CATALOGUE.find(({ name }) => name === event)!
  const ofItsOwn = Object.entries(example.data).filter(([key]) => !OF_EVERY_EVENT.includes(key))
  return Object.fromEntries(ofItsOwn)
}
