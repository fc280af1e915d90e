import { Refusal } from '#app/foundation/refusal'

export default class SlugRefused extends Refusal {
  static status = 422
  static code = 'E_SLUG_REFUSED'
  static apiCode = 'slug_refused'
  static message =
    'A slug is 1 to 40 lower-case letters, digits and single hyphens, starts and ends with a letter or digit, and is not a reserved name'

  path = ['slug']
}
