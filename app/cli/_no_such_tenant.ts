import { Refusal } from '#app/foundation/refusal'

export class NoSuchTenant extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'tenant_not_found'

  constructor(slug: string) {
    super(`No tenant has the slug ${slug}`)
  }
}
