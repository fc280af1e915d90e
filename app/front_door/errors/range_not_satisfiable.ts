import { Refusal } from '#app/foundation/refusal'

export default class RangeNotSatisfiable extends Refusal {
  static status = 416
  static code = 'E_RANGE_NOT_SATISFIABLE'
  static apiCode = 'range_not_satisfiable'

  constructor(length: number) {
    super(`The file has ${length} bytes, and the range lies outside of them`)
    this.details = { length }
  }
}
