import { Refusal } from '#app/foundation/refusal'

export default class SlugTaken extends Refusal {
  static status = 409
  static code = 'E_SLUG_TAKEN'
  static apiCode = 'slug_taken'

  constructor(slug: string) {
    super(`Another tenant has the slug ${slug}`)
    this.path = ['slug']
  }
}
