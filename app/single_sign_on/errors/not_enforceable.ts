import { MAX_EMERGENCY_OWNERS } from '#app/identity/access/emergency_owners'
import { Refusal } from '#app/foundation/refusal'

const MESSAGES = {
  off: 'Turn single sign-on on first',
  untested:
    'Pass a test log-in first: you yourself, within the last 24 hours, with the settings as they are',
  owners: `Name one to ${MAX_EMERGENCY_OWNERS} owners for emergencies`,
  lacking: 'An owner who is named for emergencies needs a password and a second factor',
} as const

/** Somebody would be locked out, or nobody has shown that it works. */
export default class NotEnforceable extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'single_sign_on_not_enforceable'

  constructor(obstacle: keyof typeof MESSAGES) {
    super(MESSAGES[obstacle])
    this.wording = { form: obstacle, values: { most: MAX_EMERGENCY_OWNERS } }
  }
}
