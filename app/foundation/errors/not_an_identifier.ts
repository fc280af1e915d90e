import { Exception } from '@adonisjs/core/exceptions'

export default class NotAnIdentifier extends Exception {
  static code = 'E_NOT_AN_IDENTIFIER'
  static message = 'This is not an identifier of ours'
}
