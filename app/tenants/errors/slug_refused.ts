import { Refusal } from '#app/foundation/refusal'

export default class SlugRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'slug_refused'
  static readonly message =
    'A slug is 1 to 40 lower-case letters, digits and single hyphens, starts and ends with a letter or digit, and is not a reserved name'

  path = ['slug']
}
