import { Refusal } from '#app/foundation/refusal'

/** Bulk sends of it have not ended. */
export default class TemplateInUse extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'template_in_use'

  constructor(unfinished: number) {
    super(
      unfinished === 1
        ? 'A bulk send of this template has not ended. Cancel it, or wait for its end'
        : `${unfinished} bulk sends of this template have not ended. Cancel them, or wait for their end`
    )
    this.wording = { values: { count: unfinished } }
  }
}
