import vine from '@vinejs/vine'
import { MAX_TEAM_NAME } from '#app/identity/teams/teamwork'
import { MAX_LABEL_NAME, MAX_LABELS } from '#app/documents/labels/labels'
import { LIMITS } from '#app/documents/limits'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'
import { PLAN_LIMITS } from '#app/documents/reminder_plan'
import {
  boolean,
  duration,
  email,
  fieldValues,
  integer,
  line,
  metadata,
  text,
  url,
} from './rules.js'

/** Of one who signs. */
export const PERSON = {
  name: line(LIMITS.name).meta({
    description: 'As it appears in the document and the invitation.',
  }),
  email: email().meta({
    description: 'The address for the invitation. Signers at `sandbox.test` act by themselves.',
  }),
}

/** Of a document or template, at every place where they can be said. */
export const reminders = () =>
  vine.object({
    first: duration(PLAN_LIMITS.days, '3d')
      .optional()
      .meta({ description: 'Days from sending to the first reminder; `3d` by default.' }),
    every: duration(PLAN_LIMITS.days, '7d')
      .optional()
      .meta({ description: 'Days from one reminder to the next; `7d` by default.' }),
    most: integer()
      .min(0)
      .max(PLAN_LIMITS.most)
      .meta({ description: 'How many at most; 0 for none at all.' }),
  })

/** Of a document or template. */
export const WORDING = {
  message: text(LIMITS.message).optional().meta({ description: 'Included in the invitation.' }),
  expiresIn: duration()
    .optional()
    .meta({ description: 'Days from the moment of sending; `30d` by default.' }),
  reminders: reminders().optional().meta({
    description:
      'When signers are reminded; once, two days before the document expires, by default.',
  }),
}

/** Of a document or template, at every place where it can be said. */
export const allowDelegation = () =>
  boolean().optional().meta({
    description:
      'Whether signers may hand signing over to another person; false by default. Nobody may who has to prove their identity or enter a code.',
  })

/** Of a document or template, at every place where it can be said. */
export const language = () =>
  vine.enum(ALL_LANGUAGES).optional().meta({
    description:
      'What we add to the PDF is written in, such as its certificate; by default the first language of your brand. Signers read theirs.',
  })

/** The same, where it can be changed. */
export const otherLanguage = () =>
  vine.enum(ALL_LANGUAGES).nullable().optional().meta({
    description: 'As at creation; null for the first language of your brand.',
  })

/** Names of labels. */
export const labels = () => vine.array(line(MAX_LABEL_NAME)).maxLength(MAX_LABELS).optional()

const MAX_TEAMS_OF_TEMPLATE = 100

/** Names of teams. */
export const teams = () =>
  vine.array(line(MAX_TEAM_NAME)).maxLength(MAX_TEAMS_OF_TEMPLATE).optional()

/** What a sender fills in for the signers of a document of a template. */
export const senderValues = () =>
  fieldValues(LIMITS.fields, LIMITS.textValue).optional().meta({
    description:
      'What you fill in for the signers, by the `key` of a field, or its `label` where it has no key.',
  })

/** Of a document, whatever it is made of. */
export const INTEGRATION = {
  metadata: metadata(LIMITS.metadataKeys, LIMITS.metadataValue).optional().meta({
    description: 'Your own data. Responses and events include it, and you can filter lists by it.',
  }),
  redirectUrl: url().optional().meta({ description: 'Where signers go after they have signed.' }),
  allowDelegation: allowDelegation(),
  language: language(),
  labels: labels().meta({ description: 'The names of labels that it gets. They have to exist.' }),
}

export const SEND = boolean()
  .optional()
  .meta({ description: '`false` creates a draft and notifies nobody.' })
