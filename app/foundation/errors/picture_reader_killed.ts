import { Outage } from '../outage.js'

/** Nothing is known of the picture: the process that read it was killed, and by none of our limits. */
export default class PictureReaderKilled extends Outage {
  static code = 'E_PICTURE_READER_KILLED'

  constructor(signal: NodeJS.Signals) {
    super(`The process that read the picture was ended by ${signal}: try again in a few seconds`)
  }
}
