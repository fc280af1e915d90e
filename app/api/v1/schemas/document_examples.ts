import { exampleOf } from '#app/foundation/schema/example'
import { DOCUMENT_ANSWER, SENDING_ANSWER } from './document.js'

type Json = Record<string, unknown>

const SENT_AT = '2026-03-14T09:26:53.589Z'
const EXPIRES_AT = '2026-04-13T09:26:53.589Z'
const LATER = '2026-03-16T14:05:09.120Z'
const EMAIL = 'signer+ana@sandbox.test'

const whole = exampleOf(DOCUMENT_ANSWER) as Json
const { signerLinks, template, allowDelegation, reminders, earlierSignatures, files, ...more } =
  whole
const { language: itsLanguage, ...plain } = more
const [first] = whole.signers as Json[]
const { role, inPerson, identity, access, oneTimeCode, phone, language, message, ...others } = first
const { certificate, signedWith, signingUrl, fields, ...signer } = others
const [{ options, value, ...field }] = fields as Json[]
const ana = { ...signer, key: null, email: EMAIL, status: 'sent', viewedAt: null, fields: [field] }

/** What the example of `POST documents` becomes: each as the API answers it, seen without the scopes for links and values. */
const sent: Json = {
  ...plain,
  status: 'pending',
  labels: [],
  redirectUrl: null,
  revisions: [],
  expiresAt: EXPIRES_AT,
  signers: [ana],
}
const draft: Json = {
  ...sent,
  ...{ status: 'draft', sentAt: null, expiresAt: null, emailsSent: 0 },
  signers: [{ ...ana, status: 'pending', sentAt: null }],
}
const edited = { title: 'Contract of sale, second version', message: null }

export const DOCUMENT_EXAMPLES = {
  sent,
  created: {
    ...sent,
    signerLinks: (signerLinks as Json[]).map((link) => ({ ...link, email: EMAIL })),
  },
  ofTemplate: {
    ...sent,
    template,
    signers: [{ ...ana, key: 'Buyer' }],
    signerLinks: (signerLinks as Json[]).map((link) => ({ ...link, email: EMAIL })),
  },
  edited: { ...draft, ...edited },
  extended: { ...sent, expiresIn: '60d', updatedAt: LATER, expiresAt: '2026-05-15T14:05:09.120Z' },
  corrected: { ...sent, signers: [{ ...ana, name: 'Ana Maria Buyer' }] },
  voided: {
    ...sent,
    ...{ status: 'voided', updatedAt: LATER, voidedAt: LATER, voidReason: 'The house was sold.' },
    signers: [{ ...ana, status: 'voided' }],
  },
  copied: { ...draft, signerLinks: [] },
  erased: {
    ...sent,
    ...{ status: 'voided', title: null, message: null, trackingUrl: null, metadata: {} },
    ...{ updatedAt: LATER, voidedAt: LATER, erasedAt: LATER },
    signers: [{ ...ana, name: null, email: null, status: 'voided' }],
  },
} satisfies Record<string, Json>

const sending = exampleOf(SENDING_ANSWER) as Json
const [{ role: itsRole, inPerson: isHere, ...asked }] = sending.signers as Json[]

/** What the example of `POST signatures/send` is answered with. */
export const SENDING_EXAMPLE: Json = {
  ...sending,
  title: '4711.pdf',
  expiresAt: EXPIRES_AT,
  sentAt: SENT_AT,
  signers: [{ ...asked, key: null, email: EMAIL }],
}

/** A page of a list with one document. */
export const DOCUMENT_LIST_EXAMPLE: Json = {
  object: 'list',
  data: [withoutEnvelope(sent)],
  hasMore: false,
  nextCursor: null,
  requestId: whole.requestId,
  livemode: whole.livemode,
}

function withoutEnvelope({ requestId, livemode, ...document }: Json): Json {
  return document
}
