import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { fileNameOf } from '#app/documents/files/file_name'
import { contentDisposition } from '#app/front_door/answers/content_disposition'
import { Certificate } from '#app/signing/certificate/certificate'
import { documentRecord, type RECORDS } from '#app/signing/certificate/document_record'
import { actorOf } from '../documents/found_document.js'

/** A record of a document: the certificate of its end is kept, all others are made when they are asked for. */
export async function sendRecord(
  ctx: HttpContext,
  document: Document,
  kind: keyof typeof RECORDS
): Promise<void> {
  const isKept = kind === 'certificate' && document.endedAt !== null
  const made = isKept ? Certificate.of(document) : documentRecord(document.id, kind)
  const bytes = Buffer.from(await made)
  const { request, response } = ctx
  if (request.method() !== 'HEAD') await document.recordDownload('certificate', actorOf(ctx))
  const name = fileNameOf(document.title, kind)
  response.header('Content-Type', 'application/pdf')
  response.header('Content-Disposition', contentDisposition('attachment', name))
  response.send(bytes)
}
