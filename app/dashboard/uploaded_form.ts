import type { HttpContext } from '@adonisjs/core/http'
import { LIMITS } from '#app/documents/limits'
import FileTooLarge from '#app/documents/errors/file_too_large'
import FormUnreadable from './errors/form_unreadable.js'

/** A form with a file, in memory. Names are as they were sent: `signers[0][name]` is no path into anything. */
export interface UploadedForm {
  fields: ReadonlyMap<string, string>
  file: { name: string; bytes: Buffer } | null
}

/** Room for the other fields and the boundaries around the file. */
const MAX_BYTES = LIMITS.fileBytes + 1024 * 1024
const MAX_PARTS = 300

/** @throws E_FILE_TOO_LARGE, E_FORM_UNREADABLE */
export async function uploadedForm({ request }: HttpContext): Promise<UploadedForm> {
  const type = request.header('content-type') ?? ''
  const form = await parsed(await bodyOf(request), type)
  const fields = new Map<string, string>()
  for (const [name, value] of form) if (typeof value === 'string') fields.set(name, value)
  return { fields, file: await fileOf(form.get('file')) }
}

/** Nothing of it touches a disk. */
async function bodyOf({ request }: HttpContext['request']): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

async function parsed(body: Buffer, type: string): Promise<FormData> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(type)?.[1]
  if (!boundary || count(body, `--${boundary}`) > MAX_PARTS) throw new FormUnreadable()
  try {
    return await new Response(new Uint8Array(body), {
      headers: { 'content-type': type },
    }).formData()
  } catch {
    throw new FormUnreadable()
  }
}

/** Before they are parsed: millions of tiny parts would keep everybody waiting. */
function count(body: Buffer, text: string): number {
  let found = 0
  for (let at = body.indexOf(text); at !== -1; at = body.indexOf(text, at + text.length)) found += 1
  return found
}

/** A browser in which no file was chosen sends an empty one without a name. */
async function fileOf(sent: File | string | null): Promise<UploadedForm['file']> {
  if (!(sent instanceof File) || (sent.name === '' && sent.size === 0)) return null
  if (sent.size > LIMITS.fileBytes) throw tooLarge()
  return { name: sent.name, bytes: Buffer.from(await sent.arrayBuffer()) }
}

function tooLarge(): FileTooLarge {
  return new FileTooLarge(LIMITS.fileBytes)
}
