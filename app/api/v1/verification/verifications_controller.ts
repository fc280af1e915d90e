import type { HttpContext } from '@adonisjs/core/http'
import { FAULTS } from '#app/sealing/verifier/seal_report'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { fileFacts } from '#app/signing/verified_file/file_facts'
import { answer } from '../answer/answer.js'
import { fileOf } from '../input/input.js'
import { SEAL_REPORT } from '../schemas/seal_report.js'

export default class VerificationsController {
  /** POST /api/v1/verify */
  async store(ctx: HttpContext) {
    const { report, trail } = await SealVerification.withTrail(fileOf(ctx).bytes)
    return answer(ctx, SEAL_REPORT, {
      ...report,
      ...fileFacts(report, trail),
      faults: report.faults.map((code) => ({ code, attack: FAULTS[code] })),
    })
  }
}
