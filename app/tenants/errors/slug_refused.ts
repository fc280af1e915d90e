import { Exception } from '@adonisjs/core/exceptions'

export default class SlugRefused extends Exception {
  static status = 422
  static code = 'E_SLUG_REFUSED'
  static message =
    'A slug is 1 to 40 lower-case letters, digits and single hyphens, starts and ends with a letter or digit, and is not a reserved name'
}
