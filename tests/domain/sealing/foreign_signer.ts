import { readFile } from 'node:fs/promises'
import { inFolder, outsideProgram } from './outside_program.js'

/** Somebody who signs PDFs elsewhere: with OpenSSL, which shares nothing with the sealer. */
export class ForeignSigner {
  private constructor(
    readonly certificate: Buffer,
    readonly key: Buffer
  ) {}

  static named(name: string, algorithm = ['rsa:2048']): Promise<ForeignSigner> {
    return inFolder({}, async (path) => {
      const subject = ['-subj', `/O=Elsewhere/CN=${name}`, '-days', '30', '-nodes']
      const files = ['-keyout', path('key.pem'), '-out', path('cert.pem')]
      await openssl('req', '-x509', '-newkey', ...algorithm, ...subject, ...files)
      return new ForeignSigner(await readFile(path('cert.pem')), await readFile(path('key.pem')))
    })
  }

  /** @returns CMS SignedData about the content, as DER */
  sign(content: Buffer): Promise<Buffer> {
    const files = { 'content': content, 'cert.pem': this.certificate, 'key.pem': this.key }
    return inFolder(files, async (path) => {
      const by = ['-signer', path('cert.pem'), '-inkey', path('key.pem'), '-md', 'sha256']
      const about = ['-in', path('content'), '-binary', '-outform', 'DER', '-out', path('cms')]
      await openssl('cms', '-sign', ...by, ...about)
      return readFile(path('cms'))
    })
  }
}

async function openssl(...args: string[]) {
  const { exitCode, output } = await outsideProgram('openssl', args)
  if (exitCode !== 0) throw new Error(output)
}
