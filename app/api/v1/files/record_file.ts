import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { contentDisposition } from '#app/front_door/answers/content_disposition'
import type { RecordKind } from '#app/signing/certificate/document_record'
import { recordFile } from '#app/signing/certificate/record_file'
import { actorOf } from '../documents/found_document.js'

/** A record of a document, as a PDF. */
export async function sendRecord(
  ctx: HttpContext,
  document: Document,
  kind: RecordKind
): Promise<void> {
  const { name, bytes } = await recordFile(document, kind)
  const { request, response } = ctx
  if (request.method() !== 'HEAD') await document.recordDownload('certificate', actorOf(ctx))
  response.header('Content-Type', 'application/pdf')
  response.header('Content-Disposition', contentDisposition('attachment', name))
  response.send(bytes)
}
