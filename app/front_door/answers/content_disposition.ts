const NOT_PLAIN = /[^\x20-\x7e]|["\\%]/g
const NOT_ATTRIBUTE = /['()*]/g

/** Names a file (RFC 6266): plainly for old readers, and in full as RFC 8187 has it. */
export function contentDisposition(how: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.replace(NOT_PLAIN, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    NOT_ATTRIBUTE,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
