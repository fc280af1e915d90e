import { Refusal } from '#app/foundation/refusal'

export default class ParentUnknown extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'parent_unknown'

  constructor(slug: string) {
    super(`No tenant that can have tenants below it has the slug ${slug}`)
  }
}
