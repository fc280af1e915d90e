import UrlUnreachable from './url_unreachable.js'

export default class UrlTimedOut extends UrlUnreachable {
  constructor() {
    super('timeout')
  }
}
