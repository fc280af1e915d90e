import type { Infer } from '@vinejs/vine/types'
import type { OrderPlace } from '#app/documents/search/document_order'
import { DocumentQuery } from '#app/documents/search/document_query'
import { isIdentifier } from '#app/foundation/identifier'
import type { Principal } from '#app/identity/access/principal'
import type { Statement } from '#app/tenancy/statement'
import { Cursor } from '../answer/cursor.js'
import InvalidCursor from '../errors/invalid_cursor.js'
import type { documentsQuery } from '../validators/document_validator.js'
import { pageSize } from '../validators/rules.js'

type Asked = Infer<typeof documentsQuery>

const LIST = 'documents'

/** Which documents a list shows: newest first, a page at a time, from after the place that the cursor names. */
export class DocumentFilter {
  private constructor(
    readonly limit: number,
    private query: DocumentQuery
  ) {}

  /** @throws InvalidCursor */
  static async of(
    { q, limit, cursor, label, ...criteria }: Asked,
    { documentsOf: audience }: Principal
  ): Promise<DocumentFilter> {
    const after = cursor === undefined ? undefined : placeOf(cursor)
    return new DocumentFilter(
      pageSize(limit),
      await DocumentQuery.of({ ...criteria, audience, words: q, labelName: label, after })
    )
  }

  /** One row more than the page: it tells whether there are others. */
  get statement(): Statement {
    return this.query.statement(this.limit + 1)
  }

  static cursorAfter({ createdAt, id }: { createdAt: Date; id: string }): string {
    return Cursor.write(LIST, `${createdAt.getTime()}:${id}`)
  }
}

function placeOf(cursor: string): OrderPlace {
  const [ms, id] = Cursor.read(LIST, cursor).split(':')
  if (!/^\d{1,14}$/.test(ms) || !isIdentifier('doc', id)) throw new InvalidCursor()
  return { value: new Date(Number(ms)), id }
}
