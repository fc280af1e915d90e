import { PDFHexString, PDFString, type PDFObject, type PDFRef } from 'pdf-lib'
import type { Structure, StructureElement } from './structure.js'

/** What each heading of a table is the heading of (ISO 32000-2, 14.8.5.7). */
const COLUMN_HEADING = { O: 'Table', Scope: 'Column' }
/** What stands before each item of a list (14.8.5.5); ours are drawn. */
const BULLETS = { O: 'List', ListNumbering: 'Disc' }

/**
 * Writes the elements of a structure.
 *
 * @param parent  the root that they hang from
 * @returns the pairs that the parent tree has of them (ISO 32000-2, 14.7.5.4), by rising keys
 */
export function writeStructure(
  structure: Structure,
  parent: PDFRef,
  language: string
): [key: number, owner: PDFObject][] {
  writeElement(structure, structure.root, parent, { Lang: PDFString.of(language) })
  const { context } = structure.store
  const pages = [...structure.pages.values()].map(({ key, speakers }): [number, PDFObject] => [
    key,
    context.obj(speakers.map(({ ref }) => ref)),
  ])
  return [...pages, ...fieldsOf(structure.root)].sort(([a], [b]) => a - b)
}

function writeElement(
  structure: Structure,
  element: StructureElement,
  parent: PDFRef,
  more: Record<string, PDFObject> = {}
) {
  const { ref, role, parts, alt } = element
  const { context } = structure.store
  for (const part of parts) writeElement(structure, part, ref)
  const attributes = role === 'TH' ? COLUMN_HEADING : role === 'L' ? BULLETS : undefined
  structure.store.put(
    ref,
    context.obj({
      S: role,
      P: parent,
      ...kidsOf(structure, element),
      A: attributes,
      Alt: alt === undefined ? undefined : PDFHexString.fromText(alt),
      ...more,
    })
  )
}

function kidsOf({ pages }: Structure, { parts, content, field }: StructureElement) {
  if (content) {
    const { ref, form } = pages.get(content.page)!
    // a number alone means the content of the page itself (ISO 32000-2, 14.7.5.2)
    const within = { Type: 'MCR', Pg: ref!, Stm: form, MCID: content.number }
    return { Pg: ref!, K: form ? within : content.number }
  }
  if (!field) return { K: parts.map(({ ref }) => ref) }
  const page = pages.get(field.page)!.ref!
  return { Pg: page, K: [{ Type: 'OBJR', Obj: field.ref, Pg: page }] }
}

function fieldsOf({ ref, parts, field }: StructureElement): [number, PDFRef][] {
  return field ? [[field.key, ref]] : parts.flatMap(fieldsOf)
}
