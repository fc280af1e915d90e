import { Exception } from '@adonisjs/core/exceptions'

/** A signature or time stamp did not hold; the message is the reason alone. */
export default class Unproven extends Exception {
  static code = 'E_UNPROVEN'
}
