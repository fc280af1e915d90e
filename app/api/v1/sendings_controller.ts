import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { signingUrl, trackingUrl } from '#app/documents/document_transformer'
import { Draft } from '#app/documents/draft'
import { Upload } from '#app/documents/upload'
import type Standing from '#app/tenants/standing'
import { answer } from './answer.js'
import { blame } from './blame.js'
import { documentOrder } from './document_order.js'
import { fetchDocument } from './fetched_document.js'
import { bodyOf } from './input.js'
import { sendingValidator } from './validators/document_validator.js'

export default class SendingsController {
  /** POST /api/v1/signatures/send */
  async store(ctx: HttpContext) {
    const { documentUrl, ...wanted } = bodyOf(ctx, sendingValidator)
    const { bytes, name } = await blame('documentUrl', fetchDocument(documentUrl))
    const upload = await Upload.accept(bytes, name)
    const title = wanted.title ?? upload.fileName
    const document = await Draft.create(documentOrder({ ...wanted, title }, ctx), upload, {
      send: true,
    })
    const location = `/api/v1/documents/${document.id}`
    const shown = await sending(document, ctx.caller.standing)
    return answer(ctx, 'document', shown, { status: 201, location })
  }
}

async function sending(document: Document, standing: Standing) {
  return {
    documentId: document.id,
    id: document.id,
    status: document.status,
    title: document.title,
    trackingUrl: await trackingUrl(document, standing),
    signers: await Promise.all(
      document.signers.map(async (signer) => ({
        id: signer.id,
        key: signer.key,
        name: signer.name,
        email: signer.email,
        status: signer.status,
        signingUrl: signingUrl(await signer.token(), standing),
      }))
    ),
    emailsSent: document.emailsSent,
    failedEmails: document.failedEmails,
    expiresIn: `${document.expiresInDays}d`,
    createdAt: document.createdAt,
    sentAt: document.sentAt,
    expiresAt: document.expiresAt,
  }
}
