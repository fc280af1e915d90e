import { Exception } from '@adonisjs/core/exceptions'

export default class PlanUnknown extends Exception {
  static status = 422
  static code = 'E_PLAN_UNKNOWN'
  constructor(key: string) {
    super(`There is no plan ${key}`)
  }
}
