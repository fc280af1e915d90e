import proxyAddr from 'proxy-addr'
import env from '#start/env'
import { defineConfig } from '@adonisjs/core/http'
import { answerBadUrl } from '#app/exceptions/bad_url'

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
