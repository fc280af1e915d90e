import { Outage } from '../outage.js'

export default class PicturesBusy extends Outage {
  static code = 'E_PICTURES_BUSY'
  static message = 'Too many pictures are being read at the moment: try again in a few seconds'
}
