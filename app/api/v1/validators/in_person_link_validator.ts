import vine from '@vinejs/vine'
import { email } from './rules.js'

/** POST documents/:id/signers/:sid/in-person-links */
export const inPersonLinkValidator = vine.compile(
  vine.object({
    host: email().meta({
      description:
        'The address of the member who hands over the device and is present. They have to be one who may look after the signers of this document.',
    }),
  })
)
