import { Exception } from '@adonisjs/core/exceptions'

export default class PicturesBusy extends Exception {
  static status = 503
  static code = 'E_PICTURES_BUSY'
  static message = 'Too many pictures are being read at the moment: try again in a few seconds'
}
