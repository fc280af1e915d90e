import type { PDFContext, PDFRef } from 'pdf-lib'

/** The objects that a file has, to be found without making a reference of every number that is looked for: pdf-lib keeps those for ever. */
export class PresentObjects {
  #refs: ReadonlyMap<number, readonly PDFRef[]>

  constructor(context: PDFContext) {
    const refs = context.enumerateIndirectObjects().map(([ref]) => ref)
    this.#refs = Map.groupBy(refs, ({ objectNumber }) => objectNumber)
  }

  find(number: number, generation: number): PDFRef | undefined {
    return this.#refs.get(number)?.find((ref) => ref.generationNumber === generation)
  }

  /** Whether one of any generation has the number. */
  has(number: number): boolean {
    return this.#refs.has(number)
  }
}
