import { Refusal } from '#app/foundation/refusal'

/** Somebody else has saved a version since this one was read. */
export default class TemplateChanged extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'template_changed'

  constructor(readonly version: number) {
    super(`Version ${version} of this template was saved since you opened it`)
    this.details = { version }
    this.wording = { values: { version } }
  }
}
