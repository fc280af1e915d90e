import { type PDFDict, PDFNumber, type PDFRef, PDFString, type PDFObject } from 'pdf-lib'
import type { Language } from '#app/foundation/phrases/languages'
import { name } from '../pdf/names.js'
import type { PdfFile } from '../pdf/pdf_file.js'
import type { PdfSection } from '../pdf/pdf_section.js'
import { earlierStructure, type EarlierStructure } from './earlier_structure.js'
import { Structure } from './structure.js'
import { writeStructure } from './structure_objects.js'

/**
 * The structure of the pages that a seal adds to a document. It is one more part of the structure that an accessible document has, and
 * the whole of that of pages that stand alone. There is none for other documents: readers that follow a structure would read our pages
 * and pass over the document.
 */
export class DocumentStructure {
  readonly added: Structure

  static of(file: PdfFile, section: PdfSection, isAlone: boolean): DocumentStructure | null {
    const earlier = isAlone ? null : earlierStructure(file)
    return isAlone || earlier ? new DocumentStructure(file, section, earlier) : null
  }

  private constructor(
    readonly file: PdfFile,
    readonly section: PdfSection,
    readonly earlier: EarlierStructure | null
  ) {
    this.added = new Structure(section, earlier?.freeKey ?? 0, earlier ? 'Part' : 'Document')
  }

  /** Once all pages are written. @param catalog  ours, to be written later */
  write(catalog: PDFDict, language: Language) {
    const { context } = this.section
    const root = this.earlier?.root ?? this.section.reserve()
    const owners = writeStructure(this.added, root, language)
    const pairs = owners.flatMap(([key, owner]) => [PDFNumber.of(key), owner])
    const tree = this.earlier
      ? this.file.dictionary(root).clone(context)
      : context.obj({ Type: 'StructTreeRoot' })
    const kids = [...(this.earlier?.kids ?? []), this.added.root.ref]
    tree.set(name('K'), context.obj(kids))
    tree.set(name('ParentTree'), this.section.add(this.#parents(pairs)))
    tree.set(name('ParentTreeNextKey'), PDFNumber.of(this.added.nextKey))
    this.section.put(root, tree)
    if (!this.earlier) claim(catalog, root, language)
  }

  #parents(pairs: PDFObject[]): PDFDict {
    const { context } = this.section
    const { parents } = this.earlier ?? {}
    if (!parents || 'pairs' in parents)
      return context.obj({ Nums: [...(parents?.pairs ?? []), ...pairs] })
    const limits = [pairs[0]!, pairs.at(-2)!]
    const branch = this.section.add(context.obj({ Limits: limits, Nums: pairs }))
    return context.obj({ Kids: [...parents.branches, branch] })
  }
}

/** All of the file is tagged, and in which language (ISO 32000-2, 14.7.1 and 14.9.2). */
function claim(catalog: PDFDict, root: PDFRef, language: Language) {
  const { context } = catalog
  catalog.set(name('StructTreeRoot'), root)
  catalog.set(name('MarkInfo'), context.obj({ Marked: true }))
  catalog.set(name('Lang'), PDFString.of(language))
  catalog.set(name('ViewerPreferences'), context.obj({ DisplayDocTitle: true }))
}
