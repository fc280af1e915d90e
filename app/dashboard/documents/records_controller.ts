import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { auditFile } from '#app/audit/audit_file'
import { proofOfEntry } from '#app/audit/transparency/proof_of_entry'
import type Document from '#app/documents/document'
import { isTerminal } from '#app/documents/document_status'
import { fileNameOf } from '#app/documents/files/file_name'
import { contentDisposition } from '#app/front_door/answers/content_disposition'
import type { RecordKind } from '#app/signing/certificate/document_record'
import { EvidencePackage } from '#app/signing/evidence_package/evidence_package'
import { zipFile } from '#app/foundation/zip_file'
import { recordFile } from '#app/signing/certificate/record_file'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import NothingHere from '../errors/nothing_here.js'
import { visibleDocument } from './visible_document.js'

/** What is on record of a document, to take along; the same files as the API's. */
export default class RecordsController {
  /** GET /documents/:id/certificate: once the document has ended, in whatever way. */
  async certificate(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    if (!isTerminal(document.status)) throw new NothingHere()
    return sendRecord(ctx, document, 'certificate')
  }

  /** GET /documents/:id/audit.pdf: the whole trail, sealed; on plans with the full trail. */
  async auditPdf(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    ctx.profile.entitlements.require('fullAudit')
    return sendRecord(ctx, document, 'audit')
  }

  /** GET /documents/:id/evidence.zip: all of it, with what it takes to check it; on plans with the full trail. */
  async evidence(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    ctx.profile.entitlements.require('fullAudit')
    if (document.status === 'draft') throw new NothingHere()
    const evidence = await EvidencePackage.of(document, { mayReadValues: true })
    head(ctx, 'application/zip', evidence.name)
    if (ctx.request.method() === 'HEAD') return
    await evidence.recordDownloads(ctx.dashboard.actor(ctx))
    ctx.response.stream(Readable.from(zipFile(evidence.entries(CurrentTenant.get()))))
  }

  /** GET /documents/:id/audit.csv: the same, streamed. */
  async auditCsv(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    ctx.profile.entitlements.require('fullAudit')
    const name = fileNameOf(document.title, 'audit', 'csv')
    head(ctx, 'text/csv; charset=utf-8', name)
    ctx.response.stream(Readable.from(auditFile(CurrentTenant.get(), document.id)))
  }

  /** GET /documents/:id/log-proof.json: that the public log contains the trail; on plans with the full trail. */
  async logProof(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    ctx.profile.entitlements.require('fullAudit')
    const proof = await proofOfEntry(document.id)
    head(ctx, 'application/json', fileNameOf(document.title, 'log-proof', 'json'))
    ctx.response.send(`${JSON.stringify(proof, null, 2)}\n`)
  }
}

async function sendRecord(ctx: HttpContext, document: Document, kind: RecordKind): Promise<void> {
  const { name, bytes } = await recordFile(document, kind)
  if (ctx.request.method() !== 'HEAD')
    await document.recordDownload('certificate', ctx.dashboard.actor(ctx))
  head(ctx, 'application/pdf', name)
  ctx.response.send(bytes)
}

function head({ response }: HttpContext, type: string, name: string): void {
  response.header('Content-Type', type)
  response.header('Content-Disposition', contentDisposition('attachment', name))
}
