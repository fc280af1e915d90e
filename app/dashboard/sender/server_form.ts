import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { isEmailAddress } from '#app/foundation/email_address'
import { TenantServer } from '#app/notifications/servers/tenant_server'
import type Sender from '#app/sending/sender'
import { SECURITIES, type ServerSecurity } from '#app/sending/sender'
import type { ServerSettings } from '#app/sending/sender_server'

interface Values {
  address: string
  host: string
  port: string
  security: ServerSecurity
  username: string
}

const MAX_HOST = 253
const MAX_CREDENTIAL = 500
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i

/** A mail server of one's own. What was typed as a password is never shown again, not even by the form that refuses it. */
export class ServerForm {
  readonly errors: Partial<Record<keyof Values | 'password', string>> = {}

  private constructor(
    readonly values: Values,
    private password: string
  ) {}

  static filled(sender: Sender): ServerForm {
    const { serverAddress, serverHost, serverPort, serverSecurity, serverUsername } = sender
    const values: Values = {
      address: serverAddress ?? '',
      host: serverHost ?? '',
      port: String(serverPort ?? 587),
      security: serverSecurity ?? 'starttls',
      username: serverUsername ?? '',
    }
    return new ServerForm(values, '')
  }

  static of({ request }: HttpContext): ServerForm {
    const { address, host, port, security, username, password } = request.body()
    const values: Values = {
      address: typedText(address),
      host: typedText(host).toLowerCase(),
      port: typedText(port),
      security: SECURITIES.find((one) => one === security) ?? 'starttls',
      username: typedText(username),
    }
    return new ServerForm(values, typeof password === 'string' ? password : '')
  }

  /** Null where something is wrong, which `errors` then tells. */
  settings({ t }: DashboardPhrasebook): ServerSettings | null {
    const { address, host, port, security, username } = this.values
    if (!isEmailAddress(address)) this.errors.address = t('sender.no_address')
    if (!HOST.test(host)) this.errors.host = t('sender.no_host')
    if (!isPort(port)) this.errors.port = t('sender.odd_port')
    if (security === 'none' && !TenantServer.isOpen) this.errors.security = t('sender.must_encrypt')
    if (faultOfLine(username, MAX_CREDENTIAL)) this.errors.username = t('common.one_line')
    if (faultOfLine(this.password, MAX_CREDENTIAL)) this.errors.password = t('common.one_line')
    if (Object.keys(this.errors).length > 0) return null
    return {
      ...{ address, security, host: host.slice(0, MAX_HOST), port: Number(port) },
      username: username || null,
      password: this.password || null,
    }
  }
}

function isPort(text: string): boolean {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) return false
  return TenantServer.isOpen || TenantServer.ports.includes(port)
}
