import { renderSVG } from 'uqr'
import type { ShownSeed } from '#app/identity/second_factor/authenticator'

/** A seed as a page shows it: the picture for a camera, and groups of four to type. */
export function authenticatorView({ secret, uri }: ShownSeed): { secret: string; qr: string } {
  return {
    secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
    qr: renderSVG(uri, { border: 2, ecc: 'M' }),
  }
}
