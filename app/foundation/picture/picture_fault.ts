export type Fault =
  | 'unknown_kind'
  | 'unreadable'
  | 'animated'
  | 'too_large'
  | 'too_small'
  | 'refers_elsewhere'
  | 'too_pale'

/** Why a picture is not taken, as its process tells it. */
export default class PictureFault extends Error {
  readonly fault: { kind: 'refused'; fault: Fault }

  constructor(fault: Fault) {
    super(fault)
    this.fault = { kind: 'refused', fault }
  }
}
