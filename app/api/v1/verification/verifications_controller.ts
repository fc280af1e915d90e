import type { HttpContext } from '@adonisjs/core/http'
import { FAULTS } from '#app/sealing/verifier/seal_report'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { answer } from '../answer/answer.js'
import { fileOf } from '../input/input.js'
import { SEAL_REPORT } from '../schemas/seal_report.js'

export default class VerificationsController {
  /** POST /api/v1/verify */
  async store(ctx: HttpContext) {
    const { faults, ...report } = await SealVerification.of(fileOf(ctx).bytes)
    return answer(ctx, SEAL_REPORT, {
      ...report,
      faults: faults.map((code) => ({ code, attack: FAULTS[code] })),
    })
  }
}
