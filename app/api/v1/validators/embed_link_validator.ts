import vine from '@vinejs/vine'
import { origin } from './rules.js'

/** POST documents/:id/signers/:sid/embed-links */
export const embedLinkValidator = vine.compile(
  vine.object({
    origin: origin().meta({
      description:
        'Of your page, as browsers send it: scheme, host and port. It has to be allowed under Settings, Embedding.',
    }),
  })
)
