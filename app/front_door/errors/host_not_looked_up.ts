import { Outage } from '#app/foundation/outage'

/** Nobody can say whose host this is, since the database does not answer soon enough. */
export default class HostNotLookedUp extends Outage {
  static code = 'E_HOST_NOT_LOOKED_UP'
  static message = 'The database does not answer: nobody knows whose host this is'
}
