import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'
import PdfMalformed from '../../errors/pdf_malformed.js'
import { deflated } from '../../pdf/deflated.js'
import { name } from '../../pdf/names.js'
import { balanced } from './balanced_content.js'
import { decodedStream, StreamTooLong } from './decoded_stream.js'
import type { UploadedPage } from './page_tree.js'

const MIB = 2 ** 20
const MAX_PAGE_BYTES = 32 * MIB
const MAX_DOCUMENT_BYTES = 128 * MIB
/** All that a page does itself: paint the form that holds its content. */
const INVOCATION = 'q\n/Page Do\nQ\n'

interface Content {
  bytes: Buffer
  /** The stream that holds all of it already, compressed. */
  stream?: PDFRawStream
}

/**
 * Moves the content of every page into a form XObject, which the page paints (ISO 32000-2, 8.10).
 *
 * A string, array or picture that the content leaves open then ends with the form, as does every
 * graphics state: nothing in it can swallow or displace what is drawn behind it.
 */
export class IsolatedContent {
  #room = MAX_DOCUMENT_BYTES
  #invocation: PDFRef | undefined
  /** The form of each page that has one. */
  readonly forms = new Map<UploadedPage, PDFRef>()

  constructor(readonly context: PDFContext) {}

  /** @throws PdfMalformed for content that is too long, or that cannot be read */
  isolate(page: UploadedPage, number: number) {
    const { dictionary } = page
    const earlier = this.#formOf(dictionary)
    // whole already, as a page that went through here before: another form around it adds nothing
    if (earlier && this.#read(number, () => this.#decoded([earlier.stream]))?.stream) {
      this.forms.set(page, earlier.ref)
      return
    }
    const content = this.#read(number, () => this.#decoded(this.#streamsOf(dictionary)))
    const form = content && this.context.register(this.#form(page, content))
    if (form) this.forms.set(page, form)
    const resources = this.context.obj(form ? { XObject: { Page: form } } : {})
    dictionary.set(name('Resources'), resources)
    dictionary.delete(name('StructParents'))
    if (!form) return void dictionary.delete(name('Contents'))
    this.#invocation ??= this.context.register(this.context.stream(INVOCATION))
    dictionary.set(name('Contents'), this.#invocation)
  }

  #streamsOf(page: PDFDict): PDFStream[] {
    const contents = this.context.lookup(page.get(name('Contents')))
    const parts = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : []
    return parts.flatMap((part) => {
      const stream = this.context.lookup(part)
      // what is missing draws nothing; what is no stream cannot be told from one that is broken
      if (!stream || stream.toString() === 'null') return []
      if (!(stream instanceof PDFStream)) throw new TypeError('not a stream')
      return [stream]
    })
  }

  #decoded(streams: PDFStream[]): Content | null {
    if (streams.length === 0) return null
    const parts: Buffer[] = []
    for (const stream of streams) {
      const part = decodedStream(this.context, stream, Math.min(MAX_PAGE_BYTES, this.#room))
      this.#room -= part.length
      parts.push(part, Buffer.from('\n'))
    }
    const [only] = streams
    const whole = balanced(Buffer.concat(parts))
    if (streams.length > 1 || !(only instanceof PDFRawStream)) return { bytes: whole }
    const isUntouched = whole.length === parts[0]!.length + 1
    const filter = this.context.lookup(only.dict.get(name('Filter')))
    const isPlain = filter === name('FlateDecode') && !only.dict.has(name('DecodeParms'))
    return { bytes: whole, stream: isUntouched && isPlain ? only : undefined }
  }

  #read(number: number, decode: () => Content | null): Content | null {
    try {
      return decode()
    } catch (cause) {
      const what =
        cause instanceof StreamTooLong
          ? `page ${number} has more drawing instructions than readers can be asked to follow`
          : `the content of page ${number} cannot be read`
      throw new PdfMalformed(what, { cause })
    }
  }

  #form({ dictionary: page }: UploadedPage, { bytes, stream }: Content): PDFRawStream {
    const dictionary = this.context.obj({ Type: 'XObject', Subtype: 'Form', Filter: 'FlateDecode' })
    dictionary.set(name('BBox'), page.get(name('MediaBox'))!)
    const resources = this.context.lookup(page.get(name('Resources')))
    const isUsable = resources instanceof PDFDict
    dictionary.set(
      name('Resources'),
      isUsable ? page.get(name('Resources'))! : this.context.obj({})
    )
    const parents = this.context.lookup(page.get(name('StructParents')))
    if (parents instanceof PDFNumber) dictionary.set(name('StructParents'), parents)
    return PDFRawStream.of(dictionary, stream ? stream.contents : deflated(bytes))
  }

  /** Of a page that came through here before, and has nothing but its form. */
  #formOf(page: PDFDict): { ref: PDFRef; stream: PDFRawStream } | null {
    const contents = this.context.lookup(page.get(name('Contents')))
    if (!(contents instanceof PDFRawStream) || contents.dict.has(name('Filter'))) return null
    if (Buffer.from(contents.contents).toString('latin1').trimEnd() !== INVOCATION.trimEnd()) {
      return null
    }
    const xobjects = this.#dictionary(this.#dictionary(page, 'Resources'), 'XObject')
    const ref = xobjects?.get(PDFName.of('Page'))
    const stream: PDFObject | undefined = this.context.lookup(ref)
    if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) return null
    const isOurs = !stream.dict.has(name('Matrix')) && !stream.dict.has(name('Group'))
    return isOurs ? { ref, stream } : null
  }

  #dictionary(owner: PDFDict | null, key: string): PDFDict | null {
    const found = this.context.lookup(owner?.get(name(key)))
    return found instanceof PDFDict ? found : null
  }
}
