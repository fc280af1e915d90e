import { LIMITS } from '#app/documents/limits'
import { BYTES_OF_CHARACTER, USUAL_FORM, type FormLimit } from '#app/front_door/bodies/form_body'
import { MAX_METADATA_BYTES } from '#app/single_sign_on/gate/limits'
import { SETUP } from './single_sign_on/setup/routes.js'
import { HOME } from './single_sign_on/settings/settings_page.js'
import { PARTS } from './templates/role_row.js'

/** Each byte of a text that is pasted may be encoded as three. */
const METADATA: FormLimit = { ...USUAL_FORM, bytes: 3 * MAX_METADATA_BYTES + USUAL_FORM.bytes }

const CHARACTERS_OF_USE =
  LIMITS.message + LIMITS.signers * (LIMITS.message + 1_000) + LIMITS.fields * LIMITS.textValue

const USE: FormLimit = {
  bytes: CHARACTERS_OF_USE * BYTES_OF_CHARACTER + USUAL_FORM.bytes,
  fields: LIMITS.signers * PARTS.length + LIMITS.fields + 100,
}

/** With a consent of twenty clauses. */
const BRAND: FormLimit = { ...USUAL_FORM, bytes: 1024 * 1024 }

/** Forms whose texts may be longer than a form usually is, by the pattern of their route. */
export const LONG_FORMS: Record<string, FormLimit> = {
  [`${HOME}/provider`]: METADATA,
  [`${SETUP}/provider`]: METADATA,
  '/settings/brand/preview': BRAND,
  '/templates/:id/use': USE,
  '/test/templates/:id/use': USE,
}
