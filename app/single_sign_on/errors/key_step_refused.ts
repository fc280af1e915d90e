import { Refusal } from '#app/foundation/refusal'
import type { KeyStep } from '../key_step.js'

const REASONS: Record<KeyStep, string> = {
  announce: 'Another key is announced or retired already: finish that exchange first',
  use: 'No next key was announced',
  retire: 'No retired key is kept',
}

/** Keys are exchanged step by step. */
export default class KeyStepRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'key_step_refused'

  constructor(step: KeyStep) {
    super(REASONS[step])
    this.wording = { form: step }
  }
}
