import { inflateSync } from 'node:zlib'
import { PDFDocument, PDFHexString, PDFRawStream, PDFString, type PDFObject } from 'pdf-lib'

interface TextItem {
  str?: string
}

/** Everything in a PDF that can be read: what it says, what it says of itself, and its bytes with every stream opened. */
export async function pdfTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object)
  return [
    Buffer.from(bytes).toString('latin1'),
    ...objects.flatMap(textsOf),
    await shownText(bytes),
  ]
}

function textsOf(object: PDFObject): string[] {
  if (object instanceof PDFRawStream) return [opened(object)]
  if (object instanceof PDFString || object instanceof PDFHexString) return [object.decodeText()]
  const text = object.toString()
  const strings = [...text.matchAll(/<([0-9A-F]{4,})>/gi)].map(([, hex]) =>
    PDFHexString.of(hex.length % 2 ? `${hex}0` : hex).decodeText()
  )
  return [text, ...strings]
}

function opened({ contents }: PDFRawStream): string {
  try {
    return inflateSync(contents).toString('latin1')
  } catch {
    return Buffer.from(contents).toString('latin1')
  }
}

async function shownText(bytes: Uint8Array): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  try {
    const document = await task.promise
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push((items as TextItem[]).map(({ str = '' }) => str).join(' '))
    }
    return pages.join('\n')
  } finally {
    await task.destroy()
  }
}
