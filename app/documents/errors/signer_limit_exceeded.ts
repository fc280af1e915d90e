import { Refusal } from '#app/foundation/refusal'

export default class SignerLimitExceeded extends Refusal {
  static status = 402
  static code = 'E_SIGNER_LIMIT_EXCEEDED'
  static apiCode = 'signer_limit_exceeded'

  constructor(plan: string, limit: number, used: number) {
    super(`The plan ${plan} allows ${limit} signers per document`)
    this.param = 'signers'
    this.details = { plan, limit, used, resetsAt: null }
  }
}
