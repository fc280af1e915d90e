import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { iso, signingUrl, trackingUrl } from '#app/documents/document_transformer'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import type Signer from '#app/documents/signers/signer'
import { reply, type Reply } from '../answer/answer.js'
import { SENDING_ANSWER } from '../schemas/document.js'
import { blame } from '../input/blame.js'
import { documentOrder } from '../documents/document_order.js'
import { fetchDocument } from './fetched_document.js'
import { once } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { sendingValidator } from '../validators/document_validator.js'

export default class SendingsController {
  /** POST /api/v1/signatures/send */
  async store(ctx: HttpContext) {
    const { documentUrl, ...wanted } = bodyOf(ctx, sendingValidator)
    return once(ctx, async (keep) => {
      const { bytes, name } = await blame('documentUrl', fetchDocument(documentUrl))
      const upload = await AcceptedPdf.accept(bytes, name)
      const title = wanted.title ?? upload.fileName
      const within = async (document: Document) => keep(await sent(ctx, document))
      const order = await documentOrder({ ...wanted, title }, upload, ctx)
      await Draft.create(order, upload, { send: true, within })
    })
  }
}

/** Of somebody who was asked just now, or is to be asked later. */
function statusOf({ status }: Signer): 'sent' | 'pending' | 'delivery_failed' {
  return status === 'sent' || status === 'delivery_failed' ? status : 'pending'
}

async function sent(ctx: HttpContext, document: Document): Promise<Reply> {
  const { entitlements } = ctx.caller
  const signers = document.signers.map(async (signer) => ({
    id: signer.id,
    key: signer.key,
    ...(signer.role !== 'signer' && { role: signer.role }),
    ...(signer.inPerson && { inPerson: true }),
    name: signer.name,
    email: signer.email,
    status: statusOf(signer),
    ...(signer.hasLink && { signingUrl: signingUrl(await signer.token(), entitlements) }),
  }))
  const fields = {
    documentId: document.id,
    id: document.id,
    status: 'pending' as const,
    title: document.title,
    trackingUrl: await trackingUrl(document, entitlements),
    signers: await Promise.all(signers),
    emailsSent: document.emailsSent,
    failedEmails: document.failedEmails,
    expiresIn: `${document.expiresInDays}d`,
    createdAt: iso(document.createdAt),
    sentAt: iso(document.sentAt!),
    expiresAt: iso(document.expiresAt!),
  }
  return reply(ctx, SENDING_ANSWER, fields, {
    status: 201,
    location: `/api/v1/documents/${document.id}`,
  })
}
