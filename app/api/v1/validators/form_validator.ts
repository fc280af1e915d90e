import vine from '@vinejs/vine'
import { LIMITS } from '#app/documents/limits'
import { identifier, instant, instantOrNull, integer, line, page, text } from './rules.js'

const MAX_MOST = 1_000_000
const MAX_MEMBER = 254

const member = vine.object({
  role: line(LIMITS.name).meta({ description: 'The name of a role of the template.' }),
  member: line(MAX_MEMBER).meta({
    description: 'The id or the address of an active member who may send documents.',
  }),
})

const role = () => line(LIMITS.name)
const members = () => vine.array(member).maxLength(LIMITS.signers).optional()
const title = () => line(LIMITS.title).optional()
const welcome = () => text(LIMITS.message)
const most = () => integer().min(1).max(MAX_MOST)
const responsible = () => line(MAX_MEMBER).optional()

/** POST templates/:id/forms */
export const formValidator = vine.compile(
  vine.object({
    role: role().meta({
      description: 'The role that the visitor takes; one that signs or approves.',
    }),
    members: members().meta({ description: 'Who takes each other role: everyone once.' }),
    title: title().meta({ description: 'What visitors see; by default the template’s.' }),
    welcome: welcome().optional().meta({ description: 'What visitors read above the form.' }),
    closesAt: instant().optional().meta({ description: 'When it ends; never by default.' }),
    most: most().optional().meta({
      description: 'How many documents it makes at most; as many as the plan allows by default.',
    }),
    responsible: responsible().meta({
      description:
        'The member in whose name documents are sent, by id or address; by default who created the key.',
    }),
  })
)

/** PATCH forms/:id: what is missing stays, and null clears. */
export const formChangeValidator = vine.compile(
  vine.object({
    role: role().optional().meta({ description: 'The role that the visitor takes.' }),
    members: members().meta({ description: 'Replaces all members.' }),
    title: title().meta({ description: 'What visitors see.' }),
    welcome: welcome().nullable().optional().meta({
      description: 'What visitors read above the form; null for nothing.',
    }),
    closesAt: instantOrNull().optional().meta({ description: 'When it ends; null for never.' }),
    most: most().nullable().optional().meta({
      description: 'How many documents it makes at most; null for as many as the plan allows.',
    }),
    responsible: responsible().meta({
      description: 'The member in whose name documents are sent, by id or address.',
    }),
  })
)

/** GET forms */
export const formsQuery = vine.compile(
  vine.object({
    templateId: identifier('tpl')
      .optional()
      .meta({ description: 'Only the form of this template.' }),
    ...page,
  })
)
