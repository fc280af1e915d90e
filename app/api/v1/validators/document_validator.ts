import vine from '@vinejs/vine'
import { FIELD_TYPES } from '#app/documents/field_kinds/index'
import { LIMITS } from '#app/documents/limits'
import { LABELS, type DocumentStatus } from '#app/documents/document_status'
import {
  boolean,
  duration,
  email,
  instant,
  integer,
  line,
  metadata,
  number,
  page,
  text,
  url,
  words,
} from './rules.js'

const MAX_WORDS = 200

const MAX_KEY = 64
const SMALLEST_SIDE = 0.1

const place = {
  type: vine.enum(FIELD_TYPES).meta({ description: 'What the signer does here.' }),
  page: integer().min(1).meta({ description: 'From 1.' }),
  x: number().meta({ description: 'From the left edge of the page as a person sees it.' }),
  y: number().meta({ description: 'From the top edge of the page.' }),
  width: number().min(SMALLEST_SIDE).meta({ description: 'To the right of `x`.' }),
  height: number().min(SMALLEST_SIDE).meta({ description: 'Downward from `y`.' }),
  unit: vine
    .enum(['pt', 'percent'] as const)
    .optional()
    .meta({
      description: 'Of the four numbers: points, 1/72 inch, unless percent of the page is said.',
    }),
}

const signer = vine.object({
  name: line(LIMITS.name).meta({
    description: 'As it stands in the document and in the invitation.',
  }),
  email: email().meta({
    description: 'Where the invitation goes. At `sandbox.test` signers act by themselves.',
  }),
  key: line(MAX_KEY)
    .optional()
    .meta({ description: 'Your own name for this signer; needed when two have one address.' }),
  order: integer().min(1).max(LIMITS.signers).optional().meta({
    description: 'Lower numbers sign first, equal ones in parallel. For all signers or for none.',
  }),
  fields: vine.array(vine.object(place)).maxLength(LIMITS.fields).optional().meta({
    description:
      'What this signer fills in. Without a signature among them, a page with one is appended.',
  }),
})

const signers = () => vine.array(signer).minLength(1).maxLength(LIMITS.signers)

const common = {
  message: text(LIMITS.message).optional().meta({ description: 'Goes with the invitation.' }),
  expiresIn: duration().optional().meta({ description: 'Days from sending; `30d` unless given.' }),
  signers: signers().meta({ description: 'Everybody who is asked to sign.' }),
  fields: vine
    .array(
      vine.object({
        ...place,
        signer: line(254).meta({ description: 'The `key` or the address of one of the signers.' }),
      })
    )
    .maxLength(LIMITS.fields)
    .optional()
    .meta({ description: 'Joined with the fields that stand with the signers.' }),
  metadata: metadata(LIMITS.metadataKeys, LIMITS.metadataValue).optional().meta({
    description:
      'Your own notes: they come back in answers and events, and lists can be searched by them.',
  }),
  redirectUrl: url().optional().meta({ description: 'Where signers go after they have signed.' }),
}

/** POST documents; the file travels beside it. */
export const documentValidator = vine.compile(
  vine.object({
    title: line(LIMITS.title).meta({ description: 'What signers read first.' }),
    send: boolean()
      .optional()
      .meta({ description: '`false` makes a draft, of which nobody is told.' }),
    ...common,
  })
)

/** PATCH documents/:id: what is missing stays, and null clears. */
export const revisionValidator = vine.compile(
  vine.object({
    title: line(LIMITS.title).optional().meta({ description: 'What signers read first.' }),
    message: text(LIMITS.message)
      .nullable()
      .optional()
      .meta({ description: 'Goes with the invitation; null for none.' }),
    expiresIn: duration().optional().meta({ description: 'Days from sending.' }),
    signers: signers().optional().meta({ description: 'Take the place of all there were.' }),
    fields: common.fields.clone(),
    metadata: common.metadata.clone(),
    redirectUrl: url()
      .nullable()
      .optional()
      .meta({ description: 'Where signers go after they have signed; null for nowhere.' }),
  })
)

const MAX_REASON = 500

/** POST documents/:id/void */
export const voidValidator = vine.compile(
  vine.object({
    reason: text(MAX_REASON).optional().meta({ description: 'Signers are told.' }),
  })
)

/** POST documents/:id/extend */
export const extensionValidator = vine.compile(
  vine.object({ expiresIn: duration().meta({ description: 'Counted from now.' }) })
)

/** PATCH documents/:id/signers/:sid */
export const correctionValidator = vine.compile(
  vine.object({
    name: line(LIMITS.name).optional().meta({ description: 'Keeps the link as it is.' }),
    email: email()
      .optional()
      .meta({ description: 'Makes a new link and invites there; the old link dies.' }),
  })
)

/** POST signatures/send */
export const sendingValidator = vine.compile(
  vine.object({
    documentUrl: url().meta({
      description: 'Where the PDF is fetched from at once; https, at most 25 MiB.',
    }),
    title: line(LIMITS.title)
      .optional()
      .meta({ description: 'What signers read first; the name of the file unless given.' }),
    ...common,
  })
)

/** GET documents */
export const documentsQuery = vine.compile(
  vine.object({
    status: vine
      .enum(Object.keys(LABELS) as DocumentStatus[])
      .optional()
      .meta({ description: 'How far they are.' }),
    createdAfter: instant().optional().meta({ description: 'Not those of this very moment.' }),
    createdBefore: instant().optional().meta({ description: 'Not those of this very moment.' }),
    signerEmail: line(MAX_WORDS)
      .optional()
      .meta({ description: 'Documents that this address is asked to sign.' }),
    metadata: metadata(LIMITS.metadataKeys, LIMITS.metadataValue)
      .optional()
      .meta({ description: 'As in `metadata[deal]=4711`.' }),
    q: words(MAX_WORDS).optional().meta({
      description:
        'Words, or beginnings of words, of the title and of signers’ names and addresses.',
    }),
    ...page,
  })
)
