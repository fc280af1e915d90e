import { Refusal } from '#app/foundation/refusal'

export default class QuestionAnswered extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'question_answered'
  static readonly message = 'This message has another answer already, which the signer can read'
}
