import { RequestRefusal } from '#app/front_door/answers/request_refusal'
import type { Told } from './told_refusal.js'

/** Repeats the refusal of an earlier request with the same key. */
export default class RepeatedRefusal extends RequestRefusal {
  #told: Told

  constructor(told: Told) {
    super(told.message)
    this.#told = told
    this.details = told.details
    this.path = told.param === undefined ? undefined : [told.param]
  }

  get status(): number {
    return this.#told.status
  }

  get code(): string {
    return this.#told.apiCode
  }
}
