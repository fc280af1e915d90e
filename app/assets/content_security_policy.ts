import { randomBytes } from 'node:crypto'

/**
 * What every page of ours may do. Scripts and styles come as files from our own host; the nonce is
 * for the one style element that carries the tenant's colours. pdf.js sets styles through the
 * object model, which needs no grant, and makes fonts and pictures from blobs.
 *
 * @param connects  whether scripts may send and fetch anything
 */
export function contentSecurityPolicy(nonce: string, connects = true): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' blob: data:",
    "font-src 'self' blob: data:",
    `connect-src ${connects ? "'self'" : "'none'"}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * A worker obeys the policy of its own file, not the page's: pdf.js decodes JPEG 2000 and JBIG2 in
 * WebAssembly there, which is compiled, never evaluated, and needs nothing but our own files.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; font-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'"

export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}
