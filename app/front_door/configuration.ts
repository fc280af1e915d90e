import { Setting } from '#app/foundation/setting'

export interface Proxies {
  /** CIDRs, separated by commas. */
  named: string | undefined
  /** Whether what this address says in X-Forwarded-* counts. */
  trusts: (address: string, distance: number) => boolean
}

export const proxies = new Setting<Proxies>('proxies')
