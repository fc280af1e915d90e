import { Refusal } from '#app/foundation/refusal'

export default class SlugTaken extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'slug_taken'

  constructor(slug: string) {
    super(`Another tenant already has the slug ${slug}`)
    this.path = ['slug']
    this.wording = { values: { slug } }
  }
}
