import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import { crc32Base62, randomBase62 } from '#app/foundation/opaque_token'

const RANDOM_CHARACTERS = 30
const CRC_CHARACTERS = 6
const SHAPE = /^svc_(live|test)_([0-9A-Za-z]{8})[0-9A-Za-z]{30}[0-9A-Za-z]{6}$/

/** How much of its end may be shown for ever: enough to tell two keys apart, useless to guess one. */
const SHOWN_CHARACTERS = 4

/**
 * The text of an API key: `svc_live_` or `svc_test_`, 8 characters that name the tenant (routing, not secret), 30 random base62
 * characters (178 bits), 6 of CRC32 over all before them. The checksum finds a typing error without a look-up and feeds secret scanners.
 */
export class KeySecret {
  private constructor(
    readonly text: string,
    readonly environment: Environment,
    readonly tenantPrefix: string
  ) {}

  static random(environment: Environment, tenantPrefix: string): KeySecret {
    const body = `svc_${environment}_${tenantPrefix}${randomBase62(RANDOM_CHARACTERS)}`
    return new KeySecret(body + crc32Base62(body), environment, tenantPrefix)
  }

  /** Null for what no key looks like, a mistyped one included. */
  static parse(text: string): KeySecret | null {
    const match = SHAPE.exec(text)
    if (!match || !isChecked(text)) return null
    const environment = ENVIRONMENTS.find((name) => name === match[1])
    return environment ? new KeySecret(text, environment, match[2]) : null
  }

  /** `svc_live_` and the tenant's characters. */
  get prefix(): string {
    return this.text.slice(0, -(RANDOM_CHARACTERS + CRC_CHARACTERS))
  }

  get lastFour(): string {
    return this.text.slice(-SHOWN_CHARACTERS)
  }
}

function isChecked(text: string): boolean {
  return crc32Base62(text.slice(0, -CRC_CHARACTERS)) === text.slice(-CRC_CHARACTERS)
}
