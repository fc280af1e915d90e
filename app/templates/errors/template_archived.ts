import { Refusal } from '#app/foundation/refusal'

export default class TemplateArchived extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'template_archived'
  static readonly message = 'This template is archived. Restore it to use or change it'
}
