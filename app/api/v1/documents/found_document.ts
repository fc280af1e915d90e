import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import { DocumentTransformer } from '#app/documents/document_transformer'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { clientInfo } from '#app/front_door/client_info'
import { reply, type Reply } from '../answer/answer.js'
import { DOCUMENT_ANSWER } from '../schemas/document.js'
import { documentId } from '../input/resource_id.js'

/** The document that the path names. @throws DocumentNotFound, ModeMismatch */
export async function foundDocument(ctx: HttpContext): Promise<Document> {
  const document = await Document.visible(documentId(ctx), ctx.caller.principal.documentsOf)
  if (!document) throw new DocumentNotFound()
  return document
}

/** @throws DocumentNotFound */
export async function wholeDocument(id: string): Promise<Document> {
  const document = await Document.whole(id)
  if (!document) throw new DocumentNotFound()
  return document
}

/** A document as operations answer with it that change one. */
export async function documentReply(ctx: HttpContext, document: Document): Promise<Reply> {
  const { entitlements } = ctx.caller
  return reply(
    ctx,
    DOCUMENT_ANSWER,
    await DocumentTransformer.transform(document, { entitlements })
  )
}

/** Who asks, and from where. */
export function actorOf({ caller, request }: HttpContext): Actor {
  return caller.actor(clientInfo(request))
}
