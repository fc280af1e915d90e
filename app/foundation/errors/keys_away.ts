import { Outage } from '../outage.js'

/** The folder of all keys lacks the one that every installation has, as that of a volume that is not mounted: nothing is known of the key that was asked for. */
export default class KeysAway extends Outage {
  static code = 'E_KEYS_AWAY'
  static message =
    'KEYS_DIR has no root of the platform, so the keys are somewhere else: is its volume mounted?'
}
