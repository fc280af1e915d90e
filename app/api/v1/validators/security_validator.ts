import vine from '@vinejs/vine'
import { ACCOUNT_ACTIONS } from '../security/ocsf_kinds.js'
import { instant, line, page } from './rules.js'

const MAX_ACTOR = 100
const MAX_ADDRESS = 45

/** GET security/events */
export const securityEventsQuery = vine.compile(
  vine.object({
    format: vine
      .enum(['json', 'ocsf'] as const)
      .optional()
      .meta({ description: '`ocsf`: JSON lines in the terms of OCSF 1.3.' }),
    action: vine.enum(ACCOUNT_ACTIONS).optional().meta({ description: 'Only this action.' }),
    actor: line(MAX_ACTOR)
      .optional()
      .meta({ description: 'Only what this user, operator or `system` did: their id.' }),
    ipAddress: line(MAX_ADDRESS).optional().meta({ description: 'Only from this IP address.' }),
    from: instant().optional().meta({ description: 'Inclusive.' }),
    until: instant().optional().meta({ description: 'Exclusive.' }),
    ...page,
  })
)
