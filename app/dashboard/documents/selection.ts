import type { HttpContext } from '@adonisjs/core/http'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { PAGE_SIZE } from './document_list.js'

/** Ids of documents that were ticked in the list, each once: of one page at most. */
export function selectedIds({ dashboard }: HttpContext, value: unknown): string[] {
  const ids = new Set([value].flat().filter((id) => isIdentifier('doc', id)))
  return [...ids].filter((id) => environmentOf(id) === dashboard.environment).slice(0, PAGE_SIZE)
}
