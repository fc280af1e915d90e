import { Outage } from '#app/foundation/outage'

/** The store does not answer, not in time, or not as one that has our bucket: nothing is known of the file that was asked for. */
export default class BucketAway extends Outage {
  static code = 'E_BUCKET_AWAY'
  static message = 'The bucket cannot be read'
}
