import { Exception } from '@adonisjs/core/exceptions'

export default class KeyOwnerRefused extends Exception {
  static code = 'E_KEY_OWNER_REFUSED'
  static message = 'The owner of a key is named by 1 to 64 of a-z, 0-9, _ and -, a letter first'
}
