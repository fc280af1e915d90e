import vine from '@vinejs/vine'
import { LONGEST_ANSWER } from '#app/signing/questions/answer'
import { LIMITS } from '#app/documents/limits'
import { email, line, text } from './rules.js'

/** POST documents/:id/questions/:question/answer */
export const answerValidator = vine.compile(
  vine.object({
    text: text(LONGEST_ANSWER).trim().minLength(1).meta({
      description: 'What the signer reads, on their page and in their email.',
    }),
    author: vine
      .object({
        name: line(LIMITS.name).meta({ description: 'The signer is told this name.' }),
        email: email().meta({ description: 'Kept with the answer; the signer is not told it.' }),
      })
      .meta({ description: 'Who on your side has written the answer.' }),
  })
)
