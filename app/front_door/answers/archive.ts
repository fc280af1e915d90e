import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { zipFile, type ZipEntry } from '#app/foundation/zip_file'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import { contentDisposition } from './content_disposition.js'

/** Files that leave as one ZIP; each is read when its turn comes, after the request's own scope has been left. */
interface Archive {
  name: string
  entries(scope: Scope): AsyncIterable<ZipEntry>
}

/** @param onStart  before the first byte leaves; HEAD is none */
export async function sendArchive(
  { request, response }: HttpContext,
  archive: Archive,
  onStart: () => Promise<void>
): Promise<void> {
  response.header('Content-Type', 'application/zip')
  response.header('Content-Disposition', contentDisposition('attachment', archive.name))
  if (request.method() === 'HEAD') return
  await onStart()
  response.stream(Readable.from(zipFile(archive.entries(CurrentTenant.get()))))
}
