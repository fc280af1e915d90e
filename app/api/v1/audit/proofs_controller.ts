import type { HttpContext } from '@adonisjs/core/http'
import { proofOfEntry } from '#app/audit/transparency/proof_of_entry'
import { answer } from '../answer/answer.js'
import { foundDocument } from '../documents/found_document.js'
import { queryOf } from '../input/input.js'
import { INCLUSION_PROOF_ANSWER } from '../schemas/inclusion_proof.js'
import { proofQuery } from '../validators/audit_validator.js'

export default class ProofsController {
  /** GET /api/v1/documents/:id/audit/proof */
  async show(ctx: HttpContext) {
    const { sequence } = queryOf(ctx, proofQuery)
    ctx.caller.entitlements.require('fullAudit')
    const { id } = await foundDocument(ctx)
    const proof = await proofOfEntry(id, sequence)
    return answer(ctx, INCLUSION_PROOF_ANSWER, proof)
  }
}
