import { Outage } from '#app/foundation/outage'

/** Redis cannot be asked now. Work stays in the outbox until it can. */
export default class RedisAway extends Outage {
  static code = 'E_REDIS_AWAY'
  static message = 'Redis is not connected'
}
