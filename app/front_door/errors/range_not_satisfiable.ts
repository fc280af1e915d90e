import { RequestRefusal } from '../answers/request_refusal.js'

export default class RangeNotSatisfiable extends RequestRefusal {
  static readonly status = 416
  static readonly code = 'range_not_satisfiable'

  constructor(length: number) {
    super(`The requested range lies outside the file, which has ${length} bytes`)
    this.details = { length }
  }
}
