import { Exception } from '@adonisjs/core/exceptions'

/** Redis cannot be asked now. Work stays in the outbox until it can. */
export default class RedisAway extends Exception {
  static status = 503
  static code = 'E_REDIS_AWAY'
  static message = 'Redis is not connected'
}
