import { Refusal } from '#app/foundation/refusal'

export default class TooManyQuestions extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'too_many_questions'

  constructor(limit: number) {
    super(`There are ${limit} messages about this document already: answer the invitation by mail`)
    this.details = { limit }
  }
}
