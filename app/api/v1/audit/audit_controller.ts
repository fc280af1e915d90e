import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { fileNameOf } from '#app/documents/files/file_name'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { contentDisposition } from '#app/front_door/answers/content_disposition'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { answer } from '../answer/answer.js'
import { AUDIT_ENTRY_LIST } from '../schemas/audit_entry.js'
import { AuditEntryTransformer } from '#app/audit/audit_entry_transformer'
import { auditFile } from '#app/audit/audit_file'
import { Cursor } from '../answer/cursor.js'
import { foundDocument } from '../documents/found_document.js'
import { queryOf } from '../input/input.js'
import { sendRecord } from '../files/record_file.js'
import { documentId } from '../input/resource_id.js'
import { auditQuery } from '../validators/audit_validator.js'
import { pageSize } from '../validators/rules.js'

export default class AuditController {
  /** GET /api/v1/documents/:id/audit */
  async index(ctx: HttpContext) {
    const id = documentId(ctx)
    const { cursor, format, ...asked } = queryOf(ctx, auditQuery)
    if (format === 'csv') return sendFile(ctx, id)
    if (format === 'pdf') return sendPdf(ctx)
    const limit = pageSize(asked.limit)
    const after = sequenceAfter(id, cursor)
    const entries = await AuditTrail.read(id, { after, limit: limit + 1 })
    if (entries.length === 0 && !(await Document.find(id))) throw new DocumentNotFound()
    const page = entries.slice(0, limit)
    const show = ctx.caller.entitlements.may('fullAudit')
      ? AuditEntryTransformer.transform
      : AuditEntryTransformer.basic
    return answer(ctx, AUDIT_ENTRY_LIST, {
      data: page.map(show),
      hasMore: entries.length > limit,
      // at the end as well: a later request with it gets what has been added since
      nextCursor: Cursor.write(id, String(page.at(-1)?.sequence ?? after)),
    })
  }
}

/** The whole trail, streamed; on plans with the full trail. */
async function sendFile(ctx: HttpContext, id: string): Promise<void> {
  ctx.caller.entitlements.require('fullAudit', ['format'])
  const document = await Document.find(id)
  if (!document) throw new DocumentNotFound()
  const name = fileNameOf(document.title, 'audit', 'csv')
  const { response } = ctx
  response.header('Content-Type', 'text/csv; charset=utf-8')
  response.header('Content-Disposition', contentDisposition('attachment', name))
  response.stream(Readable.from(auditFile(CurrentTenant.get(), id)))
}

async function sendPdf(ctx: HttpContext): Promise<void> {
  ctx.caller.entitlements.require('fullAudit', ['format'])
  return sendRecord(ctx, await foundDocument(ctx), 'audit')
}

function sequenceAfter(id: string, cursor: string | undefined): number {
  if (cursor === undefined) return 0
  return Cursor.number(id, cursor)
}
