import { RequestRefusal } from '../answers/request_refusal.js'

/** The connection ended in the middle; nobody is left to read this. */
export default class BodyCutOff extends RequestRefusal {
  static readonly status = 400
  static readonly code = 'body_cut_off'
  static readonly message = 'The connection ended before the whole body arrived'
}
