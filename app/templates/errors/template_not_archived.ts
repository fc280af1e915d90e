import { Refusal } from '#app/foundation/refusal'

export default class TemplateNotArchived extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'template_not_archived'
  static readonly message = 'Only an archived template can be deleted: archive it first'
}
