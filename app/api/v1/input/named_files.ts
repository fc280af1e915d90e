import type { HttpContext } from '@adonisjs/core/http'
import { fileNameOf } from '#app/documents/files/file_name'
import type { DocumentFile } from './document_input.js'
import { filesOf } from './input.js'

/** The files of a request, in their order. What came without a name is called like that which it becomes. */
export function namedFiles(ctx: HttpContext, title: string): DocumentFile[] {
  return filesOf(ctx).map(({ bytes, name }, index, { length }) => ({
    bytes,
    name: name || fileNameOf(title, length > 1 ? String(index + 1) : undefined),
  }))
}
