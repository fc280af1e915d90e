import vine from '@vinejs/vine'
import { LIMITS } from '#app/documents/limits'
import { ASKED, certificate, oneTimeCode } from './asked_of_signers.js'
import { role as partOfSigner, inPerson } from './document_validator.js'
import {
  allowDelegation,
  INTEGRATION,
  language,
  otherLanguage,
  PERSON,
  reminders,
  SEND,
  senderValues,
  teams,
  WORDING,
} from './content_rules.js'
import { ownField } from './field_place.js'
import { boolean, duration, integer, line, page, text, words } from './rules.js'

const MAX_WORDS = 200
const MAX_VERSION = 1_000_000

const role = vine.object({
  name: line(LIMITS.name).meta({
    description: 'Unique in the template, whatever its case.',
  }),
  role: partOfSigner(),
  inPerson: inPerson(),
  oneTimeCode: oneTimeCode(
    'A person in this role may have an access code instead; `sms` needs the `phone` of each person.'
  ),
  certificate: certificate('the person in this role', 'every role that signs'),
  order: integer().min(1).max(LIMITS.signers).optional().meta({
    description:
      'Lower numbers sign first, equal numbers in parallel. Set it on every role or on none.',
  }),
  fields: vine.array(ownField()).maxLength(LIMITS.fields).optional().meta({
    description:
      'What this role fills in. If there is no signature field, a page with one is appended.',
  }),
})

const roles = () => vine.array(role).minLength(1).maxLength(LIMITS.signers)

const textTags = () =>
  boolean().optional().meta({
    description:
      'Whether tags in the text of the files, such as `{{signature:1}}` or `{{signature:Buyer}}`, become fields of the roles that they name. They are added to those listed.',
  })

/** POST templates; the file travels beside it. */
export const templateValidator = vine.compile(
  vine.object({
    title: line(LIMITS.title).meta({ description: 'Also that of documents made of it.' }),
    ...WORDING,
    allowDelegation: allowDelegation(),
    language: language(),
    roles: roles().meta({ description: 'Who signs, without saying which person.' }),
    textTags: textTags(),
    teams: teams().meta({
      description: 'The names of teams whose members see and use it. They have to exist.',
    }),
  })
)

const readVersion = () =>
  integer().min(1).max(MAX_VERSION).optional().meta({
    description:
      'The version that you have read: if another was saved since, nothing is changed (409).',
  })

/** PATCH templates/:id: what is missing stays, and null clears. */
export const templateChangeValidator = vine.compile(
  vine.object({
    title: line(LIMITS.title).optional().meta({ description: 'Of the next version.' }),
    message: text(LIMITS.message)
      .nullable()
      .optional()
      .meta({ description: 'Included in the invitation; null for none.' }),
    expiresIn: duration().optional().meta({ description: 'Days from the moment of sending.' }),
    allowDelegation: allowDelegation(),
    language: otherLanguage(),
    reminders: reminders().nullable().optional().meta({
      description: 'Of documents made of it; null for once, two days before they expire.',
    }),
    roles: roles().optional().meta({ description: 'Replaces all roles and their fields.' }),
    teams: teams().meta({
      description:
        'The names of all teams whose members see and use it. A change of these alone adds no version.',
    }),
    version: readVersion(),
  })
)

/** POST templates/:id/file; the file travels beside it. */
export const templateFileValidator = vine.compile(
  vine.object({
    roles: roles().optional().meta({
      description:
        'Replaces all roles and their fields. Without it they stay where they are, which has to be on a page of the new file.',
    }),
    textTags: textTags(),
    version: readVersion(),
  })
)

const person = vine.object({
  role: line(LIMITS.name).meta({ description: 'The name of a role of the template.' }),
  ...PERSON,
  ...ASKED,
})

/** POST templates/:id/documents */
export const templateUseValidator = vine.compile(
  vine.object({
    people: vine.array(person).minLength(1).maxLength(LIMITS.signers).meta({
      description: 'Who takes each role: everyone once.',
    }),
    values: senderValues(),
    version: integer().min(1).max(MAX_VERSION).optional().meta({
      description: 'Which version of the template; the newest by default.',
    }),
    title: line(LIMITS.title).optional().meta({ description: 'Instead of the template’s.' }),
    message: text(LIMITS.message).optional().meta({ description: 'Instead of the template’s.' }),
    expiresIn: duration().optional().meta({ description: 'Instead of the template’s.' }),
    reminders: reminders().nullable().optional().meta({
      description: 'Instead of the template’s; null for once, two days before it expires.',
    }),
    ...INTEGRATION,
    send: SEND,
  })
)

/** GET templates */
export const templatesQuery = vine.compile(
  vine.object({
    q: words(MAX_WORDS)
      .optional()
      .meta({ description: 'Words, or beginnings of words, in the title.' }),
    archived: vine
      .enum(['true', 'false'] as const)
      .optional()
      .meta({ description: '`true` lists archived templates instead of those in use.' }),
    ...page,
  })
)
