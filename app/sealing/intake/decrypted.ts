import PdfEncrypted from '../errors/pdf_encrypted.js'
import { SecondEngine } from './second_engine/second_engine.js'

/** ISO 32000-2, table 22: bit 4, changing the content; bit 6, annotations and filling in forms. */
const MODIFY = 1 << 3
const ANNOTATE = 1 << 5

/**
 * A file that opens without a password, without its encryption. One that only its owner may write on
 * stays shut: who sends it for signature has to be able to lift that.
 *
 * @throws PdfEncrypted
 */
export async function decrypted(bytes: Uint8Array): Promise<Uint8Array> {
  const file = (await SecondEngine.start()).open(bytes)
  if (!file) throw new PdfEncrypted()
  try {
    if ((file.permissions & (MODIFY | ANNOTATE)) === 0) throw new PdfEncrypted()
    return file.withoutSecurity()
  } finally {
    file.close()
  }
}
