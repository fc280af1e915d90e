import { createHash } from 'node:crypto'
import { rawPdf, stream } from './hostile_pdf.js'

/** ISO 32000-1, 7.6.3.3: what passwords are filled up with. */
const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex'
)
const KEY_BYTES = 5
const ID = Buffer.from('00112233445566778899aabbccddeeff', 'hex')

interface Locks {
  owner: string
  /** Empty for a file that opens without a password. */
  user?: string
  /** Bits of table 22, as a signed number. */
  permissions: number
}

/** A page of 300 by 200 points with some text, encrypted by RC4 with 40 bits, as office programs did it (revision 2). */
export function encryptedPage(text: string, { owner, user = '', permissions }: Locks): Uint8Array {
  const ownerEntry = rc4(md5(padded(owner)).subarray(0, KEY_BYTES), padded(user))
  const bits = Buffer.alloc(4)
  bits.writeInt32LE(permissions)
  const key = md5(padded(user), ownerEntry, bits, ID).subarray(0, KEY_BYTES)
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  const content = Buffer.from(`BT /F 18 Tf 20 100 Td (${text}) Tj ET`)
  return rawPdf(
    [
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>>',
      stream(rc4(keyOf(key, 4), content)),
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      `<</Filter /Standard /V 1 /R 2 /O ${hex(ownerEntry)} /U ${hex(rc4(key, PADDING))} /P ${permissions}>>`,
      `<</Title ${hex(rc4(keyOf(key, 7), Buffer.from('Lease of a garden')))}>>`,
    ],
    `/Encrypt 6 0 R /Info 7 0 R /ID [${hex(ID)} ${hex(ID)}]`
  )
}

/** Algorithm 1: each object has a key of its own. */
function keyOf(key: Buffer, objectNumber: number): Buffer {
  const number = Buffer.from([objectNumber & 255, (objectNumber >> 8) & 255, 0, 0, 0])
  return md5(key, number).subarray(0, KEY_BYTES + 5)
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, PADDING.length)
}

function md5(...parts: Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest()
}

/** OpenSSL has it no longer. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!])
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    swap(i, j)
    return byte ^ state[(state[i]! + state[j]!) & 255]!
  }) as Buffer
}
