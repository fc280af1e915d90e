import { Refusal } from '#app/foundation/refusal'

/** The connection ended in the middle; nobody is left to read this. */
export default class BodyCutOff extends Refusal {
  static status = 400
  static code = 'E_BODY_CUT_OFF'
  static apiCode = 'body_cut_off'
  static message = 'The connection ended before the whole body had come'
}
