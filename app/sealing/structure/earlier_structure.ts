import { PDFArray, PDFBool, PDFDict, PDFNumber, PDFRef, type PDFObject } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { PdfFile } from '../pdf/pdf_file.js'

/** The number tree that leads from content to its element: a list, or lists below it. */
type ParentTree = { pairs: PDFObject[] } | { branches: PDFObject[] }

/** The structure that a document has itself, as far as another part can be added to it. */
export interface EarlierStructure {
  root: PDFRef
  kids: PDFObject[]
  parents: ParentTree
  /** No element of the document has this key or one above. */
  freeKey: number
}

/**
 * The structure of an accessible document.
 *
 * @returns null for a document that does not say it is tagged, or whose tree cannot be added to
 */
export function earlierStructure(file: PdfFile): EarlierStructure | null {
  const { catalog } = file
  const mark = file.resolve(catalog.get(name('MarkInfo')))
  const isTagged =
    mark instanceof PDFDict && file.resolve(mark.get(name('Marked'))) === PDFBool.True
  const root = catalog.get(name('StructTreeRoot'))
  const tree = isTagged ? file.resolve(root) : undefined
  if (!(root instanceof PDFRef) || !(tree instanceof PDFDict)) return null
  const parents = parentTree(file, tree)
  const last = parents && lastKey(file, parents)
  if (!parents || last === null) return null
  const next = file.resolve(tree.get(name('ParentTreeNextKey')))
  const promised = next instanceof PDFNumber ? next.asNumber() : 0
  const freeKey = Math.max(last + 1, promised)
  return Number.isSafeInteger(freeKey) ? { root, kids: kidsOf(file, tree), parents, freeKey } : null
}

function kidsOf(file: PdfFile, tree: PDFDict): PDFObject[] {
  const entry = tree.get(name('K'))
  const found = file.resolve(entry)
  if (found instanceof PDFArray) return found.asArray()
  return entry && found ? [entry] : []
}

function parentTree(file: PdfFile, tree: PDFDict): ParentTree | null {
  const entry = tree.get(name('ParentTree'))
  if (!entry) return { pairs: [] }
  const node = file.resolve(entry)
  if (!(node instanceof PDFDict)) return null
  const pairs = file.resolve(node.get(name('Nums')))
  if (pairs instanceof PDFArray) return { pairs: pairs.asArray() }
  const branches = file.resolve(node.get(name('Kids')))
  return branches instanceof PDFArray ? { branches: branches.asArray() } : null
}

/** @returns -1 where there is none, null where it cannot be told */
function lastKey(file: PdfFile, parents: ParentTree): number | null {
  if ('pairs' in parents) {
    const keys = parents.pairs.filter((_, index) => index % 2 === 0)
    return largest(keys.map((key) => file.resolve(key)))
  }
  const ends = parents.branches.map((branch) => {
    const found = file.resolve(branch)
    const limits = found instanceof PDFDict ? file.resolve(found.get(name('Limits'))) : undefined
    return limits instanceof PDFArray ? file.resolve(limits.asArray()[1]) : undefined
  })
  return largest(ends)
}

function largest(numbers: readonly (PDFObject | undefined)[]): number | null {
  let found = -1
  for (const each of numbers) {
    if (!(each instanceof PDFNumber)) return null
    found = Math.max(found, each.asNumber())
  }
  return found
}
