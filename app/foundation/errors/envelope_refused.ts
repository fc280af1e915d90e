import { Exception } from '@adonisjs/core/exceptions'

/** Says no more than this: naming the failed check would help a forger. */
export default class EnvelopeRefused extends Exception {
  static code = 'E_ENVELOPE_REFUSED'
  static message = 'The sealed bytes, their key and their purpose do not belong together'
}
