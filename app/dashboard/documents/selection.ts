import type { HttpContext } from '@adonisjs/core/http'
import Document from '#app/documents/document'
import { sharingOf } from '#app/documents/sharing/circle'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { DocumentPolicy, type DocumentAct } from '#app/identity/access/document_policy'
import type { Audience } from '#app/identity/access/visibility'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { PAGE_SIZE } from './document_list.js'

/** Ids of documents that were ticked in the list, each once: of one page at most. */
export function selectedIds({ dashboard }: HttpContext, value: unknown): string[] {
  const ids = new Set([value].flat().filter((id) => isIdentifier('doc', id)))
  return [...ids].filter((id) => environmentOf(id) === dashboard.environment).slice(0, PAGE_SIZE)
}

/** One of them, if it is visible; null otherwise. @throws DocumentAccessInsufficient */
export async function selectedDocument(
  id: string,
  audience: Audience,
  act: DocumentAct
): Promise<Document | null> {
  const document = Document.from(await CurrentTenant.batch(Document.readingVisible(id, audience)))
  if (document) DocumentPolicy.require(act, sharingOf(document).access)
  return document
}
