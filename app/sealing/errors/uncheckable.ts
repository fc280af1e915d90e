import Unproven from './unproven.js'

/** Whether a signature holds cannot be told: browsers, which check seals as well, lack its algorithm. */
export default class Uncheckable extends Unproven {
  constructor() {
    super('its signature uses an algorithm that cannot be checked in browsers')
  }
}
