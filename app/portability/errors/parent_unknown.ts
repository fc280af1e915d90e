import { Refusal } from '#app/foundation/refusal'

export default class ParentUnknown extends Refusal {
  static status = 404
  static code = 'E_PARENT_UNKNOWN'

  constructor(slug: string) {
    super(`No tenant that can have tenants below it has the slug ${slug}`)
  }
}
