const HEAD = Buffer.from('%PDF-')
/** As far as readers look for the head of a file (ISO 32000-2, annex I): scanners write before it. */
const MAX_JUNK_BYTES = 1024

export function hasHead(bytes: Uint8Array): boolean {
  return headOf(bytes) !== -1
}

/** The file without what stands before its head. */
export function fromHead(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(Math.max(0, headOf(bytes)))
}

function headOf({ buffer, byteOffset, length }: Uint8Array): number {
  const size = Math.min(length, MAX_JUNK_BYTES + HEAD.length)
  return Buffer.from(buffer, byteOffset, size).indexOf(HEAD)
}
