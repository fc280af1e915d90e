import { Exception } from '@adonisjs/core/exceptions'

export default class KeyMissing extends Exception {
  static code = 'E_KEY_MISSING'

  constructor(owner: string) {
    super(`${owner} has no root key: it was erased, or never made`)
  }
}
