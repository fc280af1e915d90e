import { isIP } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { SMTPTransport } from '@adonisjs/mail/transports/smtp'
import UrlForbidden from '#app/foundation/errors/url_forbidden'
import { publicHttp } from '#app/foundation/outbound/public_http'
import type { ServerLogin } from '#app/sending/sender_server'
import type { MailMessage } from '../messages/mail_message.js'
import { smtpManners } from '../configuration.js'
import { answerOf, type Answer } from './smtp_answer.js'

/** Where mail is submitted (RFC 6409, 8314); anything else is somebody's idea of reaching another service through us. */
const PORTS = [25, 465, 587, 2525]

let trust: Pick<SecureContextOptions, 'ca'> = {}

/** A mail server that a tenant has named: called as any place that somebody else names, and never without its certificate. */
export const TenantServer = {
  /** For tests: authorities beside those that the machine trusts. */
  trust(more: Pick<SecureContextOptions, 'ca'>): void {
    trust = more
  },

  take(message: MailMessage, login: ServerLogin): Promise<Answer> {
    return answerOf(() => TenantServer.send(message, login))
  },

  /**
   * One connection for one mail, to an address that the guard has seen.
   *
   * @returns what the server said when it took the mail
   * @throws UrlForbidden, UrlUnreachable, and what the talk ended with
   */
  async send(message: MailMessage, login: ServerLogin): Promise<string> {
    assertAllowed(login)
    const [{ address }] = await publicHttp.addresses(login.host, 'smtp')
    const transport = new SMTPTransport(settings(login, address))
    try {
      const { original } = await transport.send(message)
      return original.response
    } finally {
      await transport.close()
    }
  },

  ports: PORTS as readonly number[],

  /** Whether plain connections and any port may be used: where private networks are open to mail. */
  get isOpen(): boolean {
    return publicHttp.mayUsePrivate('smtp')
  },
}

/** @throws UrlForbidden */
function assertAllowed({ port, security }: ServerLogin): void {
  if (TenantServer.isOpen) return
  if (!PORTS.includes(port)) throw new UrlForbidden('port')
  if (security === 'none') throw new UrlForbidden('scheme')
}

function settings({ host, port, security, username, password, address }: ServerLogin, at: string) {
  const { connectionTimeout, greetingTimeout, socketTimeout } = smtpManners.value
  const { disableFileAccess, disableUrlAccess } = smtpManners.value
  return {
    ...{ connectionTimeout, greetingTimeout, socketTimeout, disableFileAccess, disableUrlAccess },
    host: at,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    /** What it is called in the headers of every mail: nothing of ours. */
    name: address.split('@').at(-1),
    auth: username ? { type: 'login' as const, user: username, pass: password ?? '' } : undefined,
    tls: { ...trust, servername: isIP(host) ? undefined : host, minVersion: 'TLSv1.2' as const },
  }
}
