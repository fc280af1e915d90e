import { constants, deflateRawSync, deflateSync } from 'node:zlib'

/** A file of numbered objects as somebody with a text editor would write it; object 1 is the root. */
export function rawPdf(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  objects.forEach((object, index) => {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0))
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n'))
  })
  const startsAt = parts.reduce((sum, part) => sum + part.length, 0)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
        `trailer\n<</Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${startsAt}\n%%EOF\n`
    )
  )
  return Buffer.concat(parts)
}

const CATALOG = '<</Type /Catalog /Pages 2 0 R>>'

export function onePage(extra = '', content = ''): Buffer {
  return rawPdf([
    CATALOG,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources <<>> /Contents 4 0 R ${extra}>>`,
    stream(Buffer.from(content)),
  ])
}

/** With its content, which is object 4, and what else it needs from object 5 on. */
export function onePageOf(
  content: string,
  { catalog = '', page = '', more = [] as (string | Buffer)[] }
) {
  return rawPdf([
    `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R ${page}>>`,
    stream(Buffer.from(content)),
    ...more,
  ])
}

export function stream(bytes: Buffer, entries = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<</Length ${bytes.length} ${entries}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** A list of pages that contains itself. */
export function pageTreeLoop(): Buffer {
  return rawPdf([CATALOG, '<</Type /Pages /Kids [2 0 R] /Count 1>>'])
}

/** Thirty lists of pages, each of which names the next one twice: 2³⁰ pages in 3 kB. */
export function pageTreeOfABillion(): Buffer {
  const levels = Array.from({ length: 30 }, (_, level) => {
    const next = level + 3
    return `<</Type /Pages /Kids [${next} 0 R ${next} 0 R] /Count 2>>`
  })
  return rawPdf([CATALOG, ...levels, '<</Type /Page /MediaBox [0 0 100 100]>>'])
}

/** Two gigabytes of spaces, twice deflated to a few kilobytes, where objects are expected. */
export function objectStreamBomb(): Buffer {
  const finishFlush = constants.Z_FULL_FLUSH
  const megabyte = deflateRawSync(Buffer.alloc(2 ** 20, 0x20), { finishFlush })
  const blocks = Array.from({ length: 2048 }, () => megabyte)
  const end = Buffer.from([0x03, 0x00, 0, 0, 0, 0])
  const bytes = deflateSync(Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, end]))
  const entries = '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]'
  return rawPdf([
    CATALOG,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>>',
    stream(bytes, entries),
  ])
}

/** The same page, listed so many times. */
export function pageListedOften(times: number): Buffer {
  return rawPdf([
    CATALOG,
    `<</Type /Pages /Kids [${'3 0 R '.repeat(times)}] /Count ${times}>>`,
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>>',
  ])
}
