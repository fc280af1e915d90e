import { Exception } from '@adonisjs/core/exceptions'

export default class KeyDamaged extends Exception {
  static code = 'E_KEY_DAMAGED'

  constructor(owner: string) {
    super(`The root key of ${owner} is not 32 bytes long: restore it from a backup of the keys`)
  }
}
