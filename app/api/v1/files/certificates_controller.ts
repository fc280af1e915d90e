import type { HttpContext } from '@adonisjs/core/http'
import { isTerminal } from '#app/documents/document_status'
import DocumentNotEnded from '../errors/document_not_ended.js'
import { foundDocument } from '../documents/found_document.js'
import { sendRecord } from './record_file.js'

export default class CertificatesController {
  /** GET /api/v1/documents/:id/certificate */
  async show(ctx: HttpContext) {
    const document = await foundDocument(ctx)
    if (!isTerminal(document.status)) throw new DocumentNotEnded(document.status)
    return sendRecord(ctx, document, 'certificate')
  }
}
