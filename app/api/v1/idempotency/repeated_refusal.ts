import { Refusal } from '#app/foundation/refusal'
import type { Told } from './kept_answer.js'

/** What a change was refused with, said again to whoever repeats it. */
export default class RepeatedRefusal extends Refusal {
  static code = 'E_REPEATED_REFUSAL'

  #apiCode: string

  constructor({ status, apiCode, message, param, details }: Told) {
    super(message, { status })
    this.#apiCode = apiCode
    this.param = param
    this.details = details
  }

  get apiCode(): string {
    return this.#apiCode
  }
}
