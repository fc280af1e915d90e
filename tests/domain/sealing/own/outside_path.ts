import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { OutsideCertificate } from '#tests/support/outside_authority'
import { inFolder, outsideProgram } from '../outside_program.js'

const AUTHORITY = 'basicConstraints = critical, CA:TRUE\nkeyUsage = keyCertSign, cRLSign\n'
const LEAF = 'keyUsage = digitalSignature\n'
const NAMES_ALONE = 'subjectKeyIdentifier = none\nauthorityKeyIdentifier = none\n'

/** How a key is made, and how it signs, in OpenSSL’s words. */
export interface OutsideSigner {
  key?: readonly string[]
  signing?: readonly string[]
  /** How long its own certificate is valid; 30 unless told otherwise. */
  days?: number
}

/** With another of the authority's certificates, for the same key, which is valid for 30 days. */
interface OutsidePath extends OutsideCertificate {
  renewed: Uint8Array
}

/** A certificate by an authority below a root, as OpenSSL makes them for companies; the root is in the path as well. */
export function outsidePath({
  root = {},
  issuing = {},
  hasKeyIds = true,
}: {
  root?: OutsideSigner
  issuing?: OutsideSigner
  /** Else nothing but its name tells an issuer from others. */
  hasKeyIds?: boolean
}): Promise<OutsidePath> {
  const ids = hasKeyIds ? '' : NAMES_ALONE
  return inFolder({ authority: AUTHORITY + ids, leaf: LEAF + ids }, async (path) => {
    const keyOf = ({ key = ['rsa:2048'] }: OutsideSigner) => ['-nodes', '-newkey', ...key]
    const made = (name: string) => ['-keyout', path(`${name}.key`), '-out', path(`${name}.pem`)]
    const openssl = async (...args: string[]) => {
      const { output, exitCode } = await outsideProgram('openssl', args)
      if (exitCode !== 0) throw new Error(output)
    }
    const issue = async (
      name: string,
      holder: OutsideSigner,
      by: string,
      signer: OutsideSigner
    ) => {
      const request = ['-keyout', path(`${name}.key`), '-out', path(`${name}.csr`)]
      await openssl('req', ...keyOf(holder), '-subj', `/O=Acme Holding AG/CN=${name}`, ...request)
      const issuer = ['-CA', path(`${by}.pem`), '-CAkey', path(`${by}.key`), '-CAcreateserial']
      const days = ['-days', String(holder.days ?? 30)]
      const kind = ['-extfile', path(by === 'root' ? 'authority' : 'leaf'), ...days]
      const to = ['-in', path(`${name}.csr`), '-out', path(`${name}.pem`)]
      await openssl('x509', '-req', ...to, ...issuer, ...kind, ...(signer.signing ?? []))
    }
    const self = [
      '-subj',
      '/O=Acme Holding AG/CN=root',
      '-days',
      String(root.days ?? 30),
      ...(root.signing ?? []),
    ]
    await openssl('req', '-x509', ...keyOf(root), ...self, ...made('root'))
    await issue('issuing', issuing, 'root', root)
    await issue('seals', {}, 'issuing', issuing)
    const again = ['-in', path('issuing.csr'), '-CA', path('root.pem'), '-CAkey', path('root.key')]
    const renewal = ['-extfile', path('authority'), '-days', '30', ...(root.signing ?? [])]
    await openssl('x509', '-req', ...again, ...renewal, '-out', path('renewed.pem'))
    const read = async (name: string) =>
      new X509Certificate(await readFile(path(`${name}.pem`))).raw
    const key = createPrivateKey(await readFile(path('seals.key')))
    return {
      certificate: await read('seals'),
      chain: [await read('issuing'), await read('root')],
      renewed: await read('renewed'),
      privateKey: new Uint8Array(key.export({ type: 'pkcs8', format: 'der' })),
    }
  })
}
