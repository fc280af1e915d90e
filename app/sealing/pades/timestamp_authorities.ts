import { timestamps } from '#config/timestamps'
import TimestampRefused from '../errors/timestamp_refused.js'
import { TimestampAuthority } from './timestamp_authority.js'

type Authority = Pick<TimestampAuthority, 'stamp'>

/** Several authorities, the first of which that answers is taken. */
export class TimestampAuthorities {
  constructor(private authorities: readonly Authority[]) {}

  /** Those that the installation names, by `TSA_URL` and `TSA_CA`. */
  static named(urls: readonly string[] = timestamps().urls): TimestampAuthorities {
    const { roots } = timestamps()
    return new TimestampAuthorities(urls.map((url) => new TimestampAuthority(url, { roots })))
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
