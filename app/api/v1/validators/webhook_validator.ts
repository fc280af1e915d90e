import vine from '@vinejs/vine'
import { line, url } from './rules.js'

const MAX_NAME = 100
const MAX_PATTERNS = 50

/** POST webhooks */
export const webhookValidator = vine.compile(
  vine.object({
    url: url(),
    events: vine.array(line(MAX_NAME)).minLength(1).maxLength(MAX_PATTERNS).optional(),
    name: line(MAX_NAME).optional(),
  })
)
