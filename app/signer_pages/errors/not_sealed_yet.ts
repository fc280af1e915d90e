import { Refusal } from '#app/foundation/refusal'

export default class NotSealedYet extends Refusal {
  static status = 409
  static code = 'E_NOT_SEALED_YET'
  static apiCode = 'document_state_conflict'
  static message = 'The document can be downloaded once everyone has signed'
}
