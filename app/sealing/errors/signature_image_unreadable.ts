import { Exception } from '@adonisjs/core/exceptions'

export default class SignatureImageUnreadable extends Exception {
  static code = 'E_SIGNATURE_IMAGE_UNREADABLE'
  static message =
    'The picture of the signature cannot be read: upload a PNG file of at most four million pixels'

  constructor(options?: { cause?: unknown }) {
    super(undefined, options)
  }
}
