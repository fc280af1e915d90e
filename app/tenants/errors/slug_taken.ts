import { Exception } from '@adonisjs/core/exceptions'

export default class SlugTaken extends Exception {
  static status = 409
  static code = 'E_SLUG_TAKEN'
  constructor(slug: string) {
    super(`Another tenant has the slug ${slug}`)
  }
}
