import type { Rectangle } from '../../pdf/page_box.js'
import type { SecondEngine } from './second_engine.js'

/** `{{signature:1}}`, or with a label `{{text:buyer:Customer number}}`, as it stands on a page. */
export interface TextTag extends Rectangle {
  /** From 1. */
  page: number
  type: string
  signer: string
  label: string | null
}

/** More than a document may have fields, so that too many are refused as such. */
const MOST_TAGS = 1_000
const TAG =
  /\{\{\s{0,9}([A-Za-z]{1,30})\s{0,9}:\s{0,9}([^\s{}:]{1,64})\s{0,9}(?::([^{}]{1,100}))?\}\}/g

/**
 * The tags in the text of a file, in the order of its pages.
 *
 * @param canonical  of an upload; runs in a process that may be killed
 */
export function textTags(engine: SecondEngine, canonical: Uint8Array): TextTag[] {
  const file = engine.open(canonical)
  if (!file) return []
  const tags: TextTag[] = []
  try {
    for (let index = 0; index < file.pageCount && tags.length < MOST_TAGS; index++) {
      const page = file.page(index)
      if (!page) continue
      for (const { match, box } of page.matches(TAG, MOST_TAGS - tags.length)) {
        const [, type, signer, label] = match
        tags.push({ page: index + 1, type, signer, label: label?.trim() || null, ...box })
      }
      page.close()
    }
  } finally {
    file.close()
  }
  return tags
}
