import { ENTERED_TYPES } from '#app/documents/field_kinds/index'
import { CERTIFICATE_DEMANDS } from '#app/documents/signers/own_certificate'
import { SIGNER_ROLES } from '#app/documents/signers/signer_role'
import {
  boolean,
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
import { QUESTION_KINDS } from '#app/signing/questions/question'
import { RESOLD_STATUSES } from '#app/tenants/resale/resale_list'
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
  documentId: id('doc', 'The document’s id.'),
  status: oneOf(STATUSES, 'The document’s status when it happened.', status),
  sequence: { ...integer(2, 'Counts this document’s events, without gaps.'), minimum: 1 },
  metadata: texts({ deal: '4711' }, 'Your own data.'),
})

const signer = (status: string): Properties => ({
  signer: object(
    {
      id: id('sig', 'The signer’s id.'),
      key: nullable(text('buyer', 'Your own name for this signer.')),
      role: oneOf(SIGNER_ROLES, 'What they are asked for; missing for a signer.', 'signer'),
      inPerson: boolean(
        false,
        'Whether they sign on the device of a member; missing for those who get a link.'
      ),
      name: text('Ana Buyer', 'As it appears in the document.'),
      email: text('ana@example.com', 'The signer’s address.'),
      status: text(status, 'The signer’s status when it happened.'),
      certificate: oneOf(
        CERTIFICATE_DEMANDS,
        'Whether they may, or have to, sign with a certificate of their own; missing if nobody asks for it.',
        'optional'
      ),
      signedWith: object(
        {
          subject: text('C=DE, O=Acme GmbH, CN=Ana Buyer', 'Whom the certificate names.'),
          issuer: text('C=DE, O=Trust AG, CN=Trust CA 2', 'As it says; not checked.'),
          serial: text('5F0C2A', 'Hexadecimal.'),
          sha256: text('a'.repeat(64), 'The hash of the certificate.'),
          validUntil: text('2027-03-14T09:26:53.000Z', 'When it ends.'),
        },
        { description: 'The certificate that they signed with; missing if they signed with none.' }
      ),
    },
    {
      description: 'The signer who acted, or who is concerned.',
      optional: ['role', 'inPerson', 'certificate', 'signedWith'],
    }
  ),
})

const host = object(
  {
    id: id('usr', 'The member’s id.'),
    name: text('Olga Owner', 'Their name.'),
    email: text('olga@acme.example', 'Their address.'),
  },
  {
    description:
      'The member on whose device, and in whose presence, the signer signed; missing unless in person.',
  }
)

const VALUE: Schema<string | boolean> = {
  type: ['string', 'boolean'],
  description: 'As the signer entered it; true or false for a checkbox or radio button.',
  examples: ['DE89 3704 0044 0532 0130 00'],
}

const values: Properties = {
  values: listOf(
    object({
      id: id('fld', 'The field’s id.'),
      signerId: id('sig', 'The signer who filled it in.'),
      type: oneOf(ENTERED_TYPES, 'Signatures and initials are only in the PDF.', 'text'),
      value: VALUE,
    }),
    'The values that signers filled in; only for webhooks with `includeValues`.'
  ),
}

const question: Properties = {
  question: object(
    {
      id: id('qst', 'The id of the question.'),
      kind: oneOf(QUESTION_KINDS, 'Paper: they want the document on paper.'),
    },
    { description: 'Which question it is, as `GET /documents/:id/questions` lists it.' }
  ),
  text: text(
    'Which parking space is meant?',
    'What the signer wrote; only for webhooks with `includeValues`.'
  ),
}

const template = (version: number): Properties => ({
  templateId: id('tpl', 'The template’s id.'),
  version: { ...integer(version, 'Its newest version.'), minimum: 1 },
  title: text('Contract of sale', 'Its title.'),
})

const tenant = (status: (typeof RESOLD_STATUSES)[number]): Properties => ({
  tenantId: id('ten', 'The id of the tenant below yours.'),
  slug: text('initech', 'The first part of its host.'),
  status: oneOf(RESOLD_STATUSES, 'Its status when it happened.', status),
  plan: text('business', 'The key of its plan.'),
})

/** When an event of each type comes, and what it tells. */
export const EVENTS: Record<EventType, Described> = {
  'document.sent': { when: 'A document was sent to its signers.', data: about('pending') },
  'document.viewed': {
    when: 'A signer opened the document and saw its first page.',
    data: { ...about('viewed'), ...signer('sent') },
  },
  'document.signed': {
    when: 'A signer has signed, or an approver has approved: then `role` of `signer` is `approver`.',
    data: { ...about('in_progress'), ...signer('signed'), host, ...values },
    optional: ['host', 'values'],
  },
  'document.completed': {
    when: 'Everyone has signed, and the sealed PDF can be downloaded.',
    data: {
      ...about('completed'),
      sealedSha256: sha256('The hash of the sealed PDF.'),
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
  'document.expired': { when: 'The document expired.', data: about('expired') },
  'document.voided': {
    when: 'The document was voided.',
    data: {
      ...about('voided'),
      reason: text('The house was sold.', 'The reason, as given to signers.'),
    },
    optional: ['reason'],
  },
  'document.failed': {
    when: 'Everyone has signed, but the PDF cannot be sealed. Save it again and send it as a new document.',
    data: about('failed'),
  },
  'document.downloaded': {
    when: 'Somebody downloaded one of the document’s files.',
    data: {
      ...about('completed'),
      file: oneOf(['sealed', 'original', 'canonical', 'certificate', 'attachment'], 'Which file.'),
    },
  },
  'document.reminded': { when: 'Signers were reminded.', data: about('pending') },
  'document.delivery_failed': {
    when: 'An invitation could not be delivered, in which case the link stays valid, or the copy for somebody who only gets one.',
    data: { ...about('pending'), ...signer('delivery_failed') },
  },
  'document.signer_updated': {
    when: 'A signer was corrected: their name or address, the proof of identity, code, phone number or certificate that is asked for, or whether they sign in person.',
    data: { ...about('pending'), ...signer('sent') },
  },
  'signer.delegated': {
    when: 'A signer handed signing over to another person, where the document allows that (`allowDelegation`).',
    data: {
      ...about('viewed'),
      ...signer('sent'),
      delegatedBy: object(
        {
          name: text('Ben Seller', 'As it appeared in the document until then.'),
          email: text('ben@example.com', 'Their address.'),
        },
        { description: 'Who handed it over. `signer` is the person who signs now.' }
      ),
      reason: text('Ana decides this', 'As the signer wrote it.'),
    },
    optional: ['reason'],
  },
  'signer.consent_withdrawn': {
    when: 'A signer no longer agrees to use electronic records. The document stays open, and they may agree again.',
    data: { ...about('viewed'), ...signer('sent') },
  },
  'signer.asked': {
    when: 'A signer wrote to the sender: a question, or that they want the document on paper.',
    data: { ...about('viewed'), ...signer('sent'), ...question },
    optional: ['text'],
  },
  'signer.answered': {
    when: 'The sender answered what a signer had asked.',
    data: {
      ...about('viewed'),
      ...signer('sent'),
      ...question,
      answer: object(
        {
          text: text('Space 12.', 'What the signer reads.'),
          by: object(
            {
              name: text('Olga Owner', 'Their name.'),
              email: text('olga@acme.example', 'Their address.'),
            },
            { description: 'Who answered.' }
          ),
        },
        { description: 'The answer; only for webhooks with `includeValues`.' }
      ),
    },
    optional: ['text', 'answer'],
  },
  'usage.threshold_reached': {
    when: '80 or 100 percent of a monthly limit is used up. Resellers get this event for their tenants, too.',
    data: {
      name: text('signatures', 'What is counted.'),
      threshold: integer(80, 'Percent.'),
      period: text('2026-03', 'A calendar month in UTC.'),
      used: integer(80, 'How much has been used.'),
      limit: integer(100, 'How much the plan allows.'),
      resetsAt: instant('When counting starts again.', '2026-04-01T00:00:00.000Z'),
      ...tenant('ready'),
    },
    optional: Object.keys(tenant('ready')),
  },
  'template.created': { when: 'A template was created.', data: template(1) },
  'template.updated': { when: 'A new version of a template was saved.', data: template(2) },
  'template.archived': {
    when: 'A template was archived. It cannot be used until it is restored.',
    data: template(2),
  },
  'tenant.created': { when: 'A tenant below yours is ready.', data: tenant('ready') },
  'tenant.suspended': { when: 'A tenant below yours was suspended.', data: tenant('suspended') },
  'tenant.resumed': { when: 'A tenant below yours works again.', data: tenant('ready') },
  'webhook.test': {
    when: 'You asked for a test event.',
    data: { webhookId: id('wh', 'The webhook’s id.') },
  },
}
