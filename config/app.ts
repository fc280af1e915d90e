import proxyAddr from 'proxy-addr'
import env from '#start/env'
import { defineConfig } from '@adonisjs/core/http'
import { answerBadUrl } from '#app/exceptions/bad_url'
import { timeScale } from '#app/foundation/time_scale'

/** Addresses whose X-Forwarded-* headers count. Nobody's do until they are named. */
const trusted = (env.get('TRUSTED_PROXIES') ?? '')
  .split(',')
  .map((cidr) => cidr.trim())
  .filter(Boolean)

export const http = defineConfig({
  generateRequestId: false,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,
  onBadUrl: answerBadUrl,
  trustProxy: trusted.length > 0 ? proxyAddr.compile(trusted) : () => false,
  cookie: {
    path: '/',
    httpOnly: true,
    secure: env.get('PUBLIC_SCHEME') === 'https',
    sameSite: 'lax',
  },
})

const DRAIN_SECONDS = 5
/** Longer than any answer but a large file to a slow client, shorter than the half minute that supervisors commonly grant. */
const FINISH_MS = 20_000

/** How a web process stops: how long it still takes requests, and how long answers may then take. */
export const stop = {
  drainMs: 1_000 * (env.get('DRAIN_SECONDS') ?? DRAIN_SECONDS),
  finishMs: timeScale.of(FINISH_MS),
}
