import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentRecord } from '#app/signing/certificate/document_record'
import type Tenant from '#app/tenants/tenant'
import { inLive } from './dashboard_visitor.js'

/** What the certificate of a document says, as it stands now. */
export async function certificateText(tenant: Tenant, documentId: string): Promise<string> {
  const bytes = await inLive(tenant, () => documentRecord(documentId, 'audit'))
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  const path = join(folder, 'record.pdf')
  await writeFile(path, bytes)
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
  await rm(folder, { recursive: true })
  return text
}
