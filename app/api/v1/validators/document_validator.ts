import vine from '@vinejs/vine'
import { FIELD_TYPES } from '#app/documents/field'
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
  type: vine.enum(FIELD_TYPES),
  page: integer().min(1),
  x: number(),
  y: number(),
  width: number().min(SMALLEST_SIDE),
  height: number().min(SMALLEST_SIDE),
  unit: vine.enum(['pt', 'percent'] as const).optional(),
}

const signer = vine.object({
  name: line(LIMITS.name),
  email: email(),
  key: line(MAX_KEY).optional(),
  order: integer().min(1).max(LIMITS.signers).optional(),
  fields: vine.array(vine.object(place)).maxLength(LIMITS.fields).optional(),
})

const common = {
  message: text(LIMITS.message).optional(),
  expiresIn: duration().optional(),
  signers: vine.array(signer).minLength(1).maxLength(LIMITS.signers),
  fields: vine
    .array(vine.object({ ...place, signer: line(254) }))
    .maxLength(LIMITS.fields)
    .optional(),
  metadata: metadata(LIMITS.metadataKeys, LIMITS.metadataValue).optional(),
  redirectUrl: url().optional(),
}

/** POST documents; the file travels beside it. */
export const documentValidator = vine.compile(
  vine.object({ title: line(LIMITS.title), send: boolean().optional(), ...common })
)

/** PATCH documents/:id: what is missing stays, and null clears. */
export const revisionValidator = vine.compile(
  vine.object({
    title: line(LIMITS.title).optional(),
    message: text(LIMITS.message).nullable().optional(),
    expiresIn: duration().optional(),
    signers: common.signers.clone().optional(),
    fields: common.fields.clone(),
    metadata: common.metadata.clone(),
    redirectUrl: url().nullable().optional(),
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
  vine.object({ name: line(LIMITS.name).optional(), email: email().optional() })
)

/** POST signatures/send */
export const sendingValidator = vine.compile(
  vine.object({ documentUrl: url(), title: line(LIMITS.title).optional(), ...common })
)

/** GET documents */
export const documentsQuery = vine.compile(
  vine.object({
    status: vine.enum(Object.keys(LABELS) as DocumentStatus[]).optional(),
    createdAfter: instant().optional(),
    createdBefore: instant().optional(),
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
