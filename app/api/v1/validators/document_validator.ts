import vine from '@vinejs/vine'
import { IDENTITY_CHECKS } from '#app/documents/signers/signer_identity'
import { SIGNER_ROLES } from '#app/documents/signers/signer_role'
import { CERTIFICATE_DEMANDS } from '#app/documents/signers/own_certificate'
import { CODE_CHANNELS } from '#app/documents/signers/one_time_code'
import { LIMITS } from '#app/documents/limits'
import { MAX_LABEL_NAME } from '#app/documents/labels/labels'
import { LABELS, type DocumentStatus } from '#app/documents/document_status'
import { ASKED, MAX_PHONE } from './asked_of_signers.js'
import {
  allowDelegation,
  INTEGRATION,
  labels,
  otherLanguage,
  PERSON,
  reminders,
  SEND,
  WORDING,
} from './content_rules.js'
import { namedField, ownField } from './field_place.js'
import {
  boolean,
  duration,
  email,
  identifier,
  instant,
  integer,
  line,
  metadata,
  page,
  text,
  url,
  urlOrNull,
  words,
} from './rules.js'

const MAX_WORDS = 200

const MAX_KEY = 64

/** Of a signer, and of a role of a template. */
export const role = () =>
  vine.enum(SIGNER_ROLES).optional().meta({
    description:
      'What they are asked for; `signer` by default. `approver`: to approve, without signature or initials. `copy`: nothing. They get the finished document by mail, and have no fields, order, identity, access code or message.',
  })

/** The same. */
export const inPerson = () =>
  boolean().optional().meta({
    description:
      'Whether they sign on the device of a member, who hands it to them; false by default. They get no invitation, reminder or link, only the finished document; ask for an in-person link when it is their turn. For the role `signer`, and not together with `identity`.',
  })

const signer = vine.object({
  ...PERSON,
  role: role(),
  inPerson: inPerson(),
  key: line(MAX_KEY).optional().meta({
    description: 'Your own name for this signer; required if two signers share an address.',
  }),
  order: integer().min(1).max(LIMITS.signers).optional().meta({
    description:
      'Lower numbers sign first, equal numbers in parallel. Set it on every signer or on none; those who only get a copy have none.',
  }),
  ...ASKED,
  fields: vine.array(ownField()).maxLength(LIMITS.fields).optional().meta({
    description:
      'What this signer fills in. If there is no signature field, a page with one is appended.',
  }),
})

const signers = () => vine.array(signer).minLength(1).maxLength(LIMITS.signers)

const common = {
  ...WORDING,
  signers: signers().meta({ description: 'The people who are asked to sign, or get a copy.' }),
  fields: vine
    .array(namedField())
    .maxLength(LIMITS.fields)
    .optional()
    .meta({ description: 'Fields in addition to those listed with the signers.' }),
  textTags: boolean().optional().meta({
    description:
      'Whether tags in the text of the PDF, such as `{{signature:1}}`, become fields. They are added to those listed.',
  }),
  ...INTEGRATION,
}

/** POST documents; the file travels beside it. */
export const documentValidator = vine.compile(
  vine.object({
    title: line(LIMITS.title).meta({ description: 'The title that signers see.' }),
    send: SEND,
    ...common,
  })
)

/** PATCH documents/:id: what is missing stays, and null clears. */
export const revisionValidator = vine.compile(
  vine.object({
    title: line(LIMITS.title).optional().meta({ description: 'The title that signers see.' }),
    message: text(LIMITS.message)
      .nullable()
      .optional()
      .meta({ description: 'Included in the invitation; null for none.' }),
    expiresIn: duration().optional().meta({ description: 'Days from the moment of sending.' }),
    signers: signers().optional().meta({ description: 'Replaces all existing signers.' }),
    fields: common.fields.clone(),
    metadata: common.metadata.clone(),
    redirectUrl: urlOrNull()
      .optional()
      .meta({ description: 'Where signers go after they have signed; null for nowhere.' }),
    allowDelegation: allowDelegation(),
    language: otherLanguage(),
    reminders: reminders().nullable().optional().meta({
      description:
        'When signers are reminded from now on; null for once, two days before it expires. Until the document ends.',
    }),
    labels: labels().meta({
      description: 'The names of labels; they replace those that it has. In any state.',
    }),
  })
)

const MAX_REASON = 500

/** POST documents/:id/void */
export const voidValidator = vine.compile(
  vine.object({
    reason: text(MAX_REASON)
      .optional()
      .meta({ description: 'The reason, which signers are told.' }),
  })
)

/** POST documents/:id/extend */
export const extensionValidator = vine.compile(
  vine.object({ expiresIn: duration().meta({ description: 'Counted from now.' }) })
)

/** PATCH documents/:id/signers/:sid */
export const correctionValidator = vine.compile(
  vine.object({
    name: line(LIMITS.name).optional().meta({ description: 'A new name keeps the link.' }),
    identity: vine.enum(IDENTITY_CHECKS).nullable().optional().meta({
      description: 'As at creation; null lifts the requirement.',
    }),
    certificate: vine.enum(CERTIFICATE_DEMANDS).nullable().optional().meta({
      description:
        'Null: no certificate is asked for any more. Once the document was sent, less can be asked for, and not more.',
    }),
    accessCode: line(LIMITS.accessCode).nullable().optional().meta({
      description:
        'Another code: wrong attempts are forgotten, and every browser has to enter it. Null: the link is enough.',
    }),
    oneTimeCode: vine.enum(CODE_CHANNELS).nullable().optional().meta({
      description:
        'As at creation, in place of an access code. Naming the same again forgets wrong attempts. Null: no code is sent any more.',
    }),
    phone: line(MAX_PHONE).nullable().optional().meta({
      description: 'Another number for codes by SMS; every browser has to enter a new code.',
    }),
    inPerson: boolean().optional().meta({
      description:
        'Whether they sign in person from now on, or by a link of their own. Either way the old link stops working, and they start anew; by a link, the invitation goes out.',
    }),
    email: email().optional().meta({
      description: 'A new address gets a new link and invitation; the old link stops working.',
    }),
  })
)

/** POST signatures/send */
export const sendingValidator = vine.compile(
  vine.object({
    documentUrl: url().meta({
      description: 'The URL of the PDF, which is fetched immediately; https, at most 25 MiB.',
    }),
    title: line(LIMITS.title)
      .optional()
      .meta({ description: 'The title that signers see; by default the file name.' }),
    ...common,
  })
)

/** GET documents */
export const documentsQuery = vine.compile(
  vine.object({
    status: vine
      .enum(Object.keys(LABELS) as DocumentStatus[])
      .optional()
      .meta({ description: 'Only documents in this state.' }),
    createdAfter: instant().optional().meta({ description: 'Exclusive.' }),
    createdBefore: instant().optional().meta({ description: 'Exclusive.' }),
    signerEmail: line(MAX_WORDS)
      .optional()
      .meta({ description: 'Only documents with this signer.' }),
    templateId: identifier('tpl')
      .optional()
      .meta({ description: 'Only documents that were made of this template.' }),
    label: line(MAX_LABEL_NAME)
      .optional()
      .meta({ description: 'Only documents with the label of this name.' }),
    metadata: metadata(LIMITS.metadataKeys, LIMITS.metadataValue)
      .optional()
      .meta({ description: 'As in `metadata[deal]=4711`.' }),
    q: words(MAX_WORDS).optional().meta({
      description:
        'Words, or beginnings of words, in the title and in signers’ names and addresses.',
    }),
    ...page,
  })
)
