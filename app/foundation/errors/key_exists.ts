import { Exception } from '@adonisjs/core/exceptions'

export default class KeyExists extends Exception {
  static code = 'E_KEY_EXISTS'

  constructor(owner: string) {
    super(`${owner} has a root key already, and it is never overwritten`)
  }
}
