import UrlUnreachable from './url_unreachable.js'

export default class UrlTimedOut extends UrlUnreachable {
  static code = 'E_URL_TIMED_OUT'

  constructor() {
    super('timeout')
  }
}
