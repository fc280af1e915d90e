import { randomBytes } from 'node:crypto'
import TimestampRefused from '../errors/timestamp_refused.js'
import { timestamps } from '../configuration.js'
import { TimestampAuthority } from './timestamp_authority.js'

type Authority = Pick<TimestampAuthority, 'stamp'>

/** In the order in which they are used, as long as none is retired. */
const DIGESTS = ['sha256', 'sha384', 'sha512'] as const

/** Several authorities, the first of which that answers is taken. */
export class TimestampAuthorities {
  constructor(private authorities: readonly Authority[]) {}

  /** Those that the installation names, by `TSA_URL` and `TSA_CA`. */
  static named(urls: readonly string[] = timestamps.value.urls): TimestampAuthorities {
    const { roots, retired } = timestamps.value
    const digest = DIGESTS.find((one) => !retired.includes(one))
    return new TimestampAuthorities(
      urls.map((url) => new TimestampAuthority(url, { roots, digest }))
    )
  }

  /** Asks each for a time stamp, and throws it away. @returns those that gave none, and why */
  static async unusable(urls = timestamps.value.urls): Promise<{ url: string; reason: string }[]> {
    const asked = urls.map(async (url) => {
      try {
        await TimestampAuthorities.named([url]).stamp(randomBytes(32))
        return []
      } catch (error) {
        return [{ url, reason: (error as Error).message }]
      }
    })
    return (await Promise.all(asked)).flat()
  }

  /** @throws E_TIMESTAMP_REFUSED when none of them has a usable time stamp */
  async stamp(value: Uint8Array): Promise<Uint8Array> {
    const reasons: string[] = []
    for (const authority of this.authorities) {
      try {
        return await authority.stamp(value)
      } catch (error) {
        reasons.push((error as Error).message)
      }
    }
    throw new TimestampRefused(reasons.join('; ') || 'none is named')
  }
}
