import { Refusal } from '#app/foundation/refusal'

export default class QuestionNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'question_not_found'
  static readonly message = 'No signer of this document has asked a question with this id'
}
