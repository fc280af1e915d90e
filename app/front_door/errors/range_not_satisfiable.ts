import { RequestRefusal } from '../answers/request_refusal.js'

export default class RangeNotSatisfiable extends RequestRefusal {
  static readonly status = 416
  static readonly code = 'range_not_satisfiable'

  constructor(length: number) {
    super(`The file has ${length} bytes, and the range lies outside of them`)
    this.details = { length }
  }
}
