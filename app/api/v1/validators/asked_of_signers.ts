import vine from '@vinejs/vine'
import { LIMITS } from '#app/documents/limits'
import { CERTIFICATE_DEMANDS } from '#app/documents/signers/own_certificate'
import { CODE_CHANNELS } from '#app/documents/signers/one_time_code'
import { IDENTITY_CHECKS } from '#app/documents/signers/signer_identity'
import { ALL_LANGUAGES } from '#app/foundation/phrases/languages'
import { line, text } from './rules.js'

export const MAX_PHONE = 16

/** @param needs  what else has to be given for it */
export const oneTimeCode = (needs: string) =>
  vine
    .enum(CODE_CHANNELS)
    .optional()
    .meta({
      description: `How a code is sent to this signer whenever they ask for one at the signing link, which shows nothing before they enter it. Six digits that count for ten minutes, once, in the browser that asked. ${needs}`,
    })

export const phone = () =>
  line(MAX_PHONE).optional().meta({
    description: 'Where codes by SMS go, in E.164: `+4915112345678`.',
  })

/** @param who  is asked @param place  what everybody who signs then needs */
export const certificate = (who: string, place: string) =>
  vine
    .enum(CERTIFICATE_DEMANDS)
    .optional()
    .meta({
      description: `Whether ${who} \`optional\`ly signs with a certificate of their own as well, or is \`required\` to. Their browser opens a PKCS#12 file; the PDF gets a signature of theirs (PAdES) before the seal. For the role \`signer\`, not with \`inPerson\`, in documents of one file; ${place} then needs a signature field.`,
    })

/** What a signer has to do before the link shows anything, and what is said to them alone. */
export const ASKED = {
  identity: vine.enum(IDENTITY_CHECKS).optional().meta({
    description:
      'How this signer has to prove who they are when they sign, beyond the link. `single_sign_on`: by logging in anew at your identity provider. Live only; the plan needs single sign-on, a provider has to be connected and on, and the address has to be of a domain that you have proved.',
  }),
  certificate: certificate('this signer', 'every signer'),
  accessCode: line(LIMITS.accessCode).optional().meta({
    description:
      'A code that you agree with this signer by another way. They enter it before the signing link shows anything. 6 to 64 characters without spaces and hyphens, upper and lower case alike; kept as a commitment and never answered.',
  }),
  oneTimeCode: oneTimeCode(
    'Not together with `accessCode`; `sms` needs a `phone`, and a service that sends SMS.'
  ),
  phone: phone(),
  language: vine.enum(ALL_LANGUAGES).optional().meta({
    description:
      'What emails and pages speak to this signer, until they choose another on the page. One of those that your brand offers.',
  }),
  message: text(LIMITS.message).optional().meta({
    description: 'To this signer alone, after the message of the document.',
  }),
}
