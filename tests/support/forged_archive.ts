import { generateKeyPairSync, sign } from 'node:crypto'
import { Readable } from 'node:stream'
import { entriesOf, wholeText } from '#app/portability/archive/archive_stream'
import { ArchiveWriter } from '#app/portability/archive/archive_writer'
import {
  MANIFEST,
  PLATFORM_ENTRY,
  SIGNATURE,
  SIGNED_AS,
  type Manifest,
} from '#app/portability/archive/manifest'
import { fingerprint, pem } from '#app/portability/installation_key'
import type { PlatformRows } from '#app/portability/rows/platform_rows'

/**
 * The same archive as another installation would sign it, with other rows of the platform.
 *
 * @returns the fingerprint to trust
 */
export async function forgeArchive(
  from: string,
  to: string,
  change: (rows: PlatformRows) => void = () => {}
): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const writer = new ArchiveWriter(to)
  let manifest: Manifest | undefined
  for await (const { name, content } of entriesOf(from)) {
    if (name === SIGNATURE) continue
    const chunks = []
    for await (const chunk of content) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (name === MANIFEST) manifest = JSON.parse(bytes.toString()) as Manifest
    else if (name === PLATFORM_ENTRY) {
      const rows = JSON.parse(await wholeText(Readable.from([bytes]))) as PlatformRows
      change(rows)
      await writer.addJson(name, rows)
    } else await writer.add(name, bytes.length, Readable.from([bytes]))
  }
  const body = JSON.stringify({
    ...manifest,
    publicKey: pem(publicKey),
    entries: [...writer.entries],
  })
  const signature = sign(null, Buffer.from(`${SIGNED_AS}${body}`), privateKey).toString('base64')
  await writer.add(MANIFEST, Buffer.byteLength(body), Readable.from([Buffer.from(body)]))
  await writer.add(SIGNATURE, signature.length, Readable.from([Buffer.from(signature)]))
  await writer.close()
  return fingerprint(publicKey)
}
