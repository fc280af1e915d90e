import type { HttpRequest } from '@adonisjs/core/http'
import type { Refusal } from '#app/foundation/refusal'
import FormUnreadable from '../errors/form_unreadable.js'
import { requestBytes } from './request_bytes.js'

/**
 * A form with files, in memory. Names are as they were sent: `signers[0][name]` is no path into anything. A part of JSON is a field, also
 * under a file name, as a browser sends a Blob.
 */
export interface MultipartForm {
  fields: readonly (readonly [name: string, value: string])[]
  files: readonly FormFile[]
}

export interface FormFile {
  /** The name of its field in the form. */
  field: string
  name: string
  bytes: Buffer
}

/** Room for the other fields and the boundaries around the file. */
const OTHER_BYTES = 1024 * 1024
export const USUAL_PARTS = 300
const FORM = /^multipart\/form-data\s*;/i
/** RFC 2046, 5.1.1; without spaces, which no program sends. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=?-]+)"|([\w'()+./:?-]+))\s*(?:;|$)/i

/** Of each file in a form. */
export interface FileLimit {
  bytes: number
  /** Of the form, where that is more than the usual, as with many rows. */
  parts?: number
  /** What a larger file is answered with. */
  refusal: () => Refusal
  /** How long the form may take to come. */
  withinMs?: number
}

/** @throws the limit's refusal; BodyCutOff, FormUnreadable */
export async function multipartForm(
  request: HttpRequest,
  limit: FileLimit
): Promise<MultipartForm> {
  const maxBytes = limit.bytes + OTHER_BYTES
  const bytes = await requestBytes(request, maxBytes, limit.refusal(), limit.withinMs)
  const form = await parseForm(bytes, request.header('content-type') ?? '', limit.parts)
  if (form.files.some((file) => file.bytes.length > limit.bytes)) throw limit.refusal()
  return form
}

/** @throws FormUnreadable */
export async function parseForm(
  body: Buffer,
  type: string,
  maxParts = USUAL_PARTS
): Promise<MultipartForm> {
  const boundary = boundaryIn(type)
  if (!boundary || occursMoreThan(maxParts, body, `\r\n--${boundary}`)) throw new FormUnreadable()
  const fields: [string, string][] = []
  const files: FormFile[] = []
  for (const [name, value] of await entriesOf(body, type)) {
    if (typeof value === 'string') fields.push([name, value])
    else if (isJson(value)) fields.push([name, await value.text()])
    else if (!isAbsent(value)) files.push(await received(name, value))
  }
  return { fields, files }
}

/** Null where the type names no boundary, or several: who parses the form might go by another than who counted its parts. */
function boundaryIn(type: string): string | null {
  if (!FORM.test(type) || type.match(/boundary\s*=/gi)?.length !== 1) return null
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  return quoted ?? plain ?? null
}

/** Before they are parsed: millions of tiny parts would keep everybody waiting. */
function occursMoreThan(times: number, body: Buffer, text: string): boolean {
  let at = -text.length
  for (let found = 0; found <= times; found += 1) {
    at = body.indexOf(text, at + text.length)
    if (at === -1) return false
  }
  return true
}

async function entriesOf(body: Buffer, type: string): Promise<FormData> {
  try {
    const headers = { 'content-type': type }
    return await new Response(new Uint8Array(body), { headers }).formData()
  } catch {
    throw new FormUnreadable()
  }
}

/** What a browser sends in which no file was chosen. */
function isAbsent({ name, size }: File): boolean {
  return name === '' && size === 0
}

function isJson({ type }: File): boolean {
  return /^application\/json\b/i.test(type)
}

async function received(field: string, file: File): Promise<FormFile> {
  return { field, name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
}
