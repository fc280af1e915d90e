import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'
import { name } from './names.js'
import { rectangleFromCorners, type Matrix, type Rectangle } from './page_box.js'

type Found = PDFObject | undefined

/** Values in a file that may hold anything: what is not of the kind asked for is null. */
export class ObjectReader {
  constructor(readonly context: PDFContext) {}

  find(owner: PDFDict, key: string): Found {
    return this.context.lookup(owner.get(name(key)))
  }

  dictionary(object: Found): PDFDict | null {
    const found = this.context.lookup(object)
    return found instanceof PDFDict ? found : null
  }

  array(object: Found): PDFObject[] | null {
    const found = this.context.lookup(object)
    return found instanceof PDFArray ? found.asArray() : null
  }

  stream(object: Found): PDFStream | null {
    const found = this.context.lookup(object)
    return found instanceof PDFStream ? found : null
  }

  name(object: Found): string | null {
    const found = this.context.lookup(object)
    return found instanceof PDFName ? found.decodeText() : null
  }

  number(object: Found): number | null {
    const found = this.context.lookup(object)
    return found instanceof PDFNumber && Number.isFinite(found.asNumber()) ? found.asNumber() : null
  }

  isTrue(object: Found): boolean {
    const found = this.context.lookup(object)
    return found instanceof PDFBool && found.asBoolean()
  }

  numbers(object: Found): number[] | null {
    const numbers = this.array(object)?.map((entry) => this.number(entry))
    return numbers?.every((entry) => entry !== null) ? (numbers as number[]) : null
  }

  /** What a string, or a name, says. */
  text(object: Found): string | null {
    const found = this.context.lookup(object)
    if (found instanceof PDFString || found instanceof PDFHexString) return found.decodeText()
    return found instanceof PDFName ? found.decodeText() : null
  }

  rectangle(object: Found): Rectangle | null {
    return rectangleFromCorners(this.numbers(object) ?? [])
  }

  /** The identity where there is none. */
  matrix(object: Found): Matrix {
    const numbers = this.numbers(object)
    return numbers?.length === 6 ? (numbers as Matrix) : [1, 0, 0, 1, 0, 0]
  }
}
