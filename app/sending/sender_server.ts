import type { KeyObject } from 'node:crypto'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import Sender, { type SenderWay, type ServerSecurity } from './sender.js'
import Notice from '#app/tenants/notice'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import SenderDomainRefused from './errors/sender_domain_refused.js'

/** How a mail server is reached, as somebody has typed it. */
export interface ServerSettings {
  address: string
  host: string
  port: number
  security: ServerSecurity
  username: string | null
  /** Null keeps the one that is there. */
  password: string | null
}

/** The same, ready to be used. */
export interface ServerLogin extends ServerSettings {
  password: string | null
}

const GONE = {
  ...{ serverAddress: null, serverHost: null, serverPort: null, serverSecurity: null },
  ...{ serverUsername: null, serverPassword: null },
  ...{ serverFailingSince: null, serverError: null, serverToldAt: null },
}

/** A mail server of the account's own, with credentials that are never shown again. */
export const SenderServer = {
  /** @throws FeatureNotInPlan */
  async save(settings: ServerSettings, by: Actor): Promise<void> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('senderDomain')
    const password = settings.password === null ? null : await seal(settings)
    await unit(async () => {
      const sender = await Sender.lock()
      const { address, host, port, security, username } = settings
      const kept = username === null ? null : keptPassword(sender, settings)
      const isNew = sender.way !== 'server' || sender.serverHost !== host
      await sender
        .merge({
          ...GONE,
          ...{ serverAddress: address, serverHost: host, serverPort: port },
          ...{ serverSecurity: security, serverUsername: username },
          serverPassword: password ?? kept,
          way: 'server',
        })
        .save()
      const details = { host, port, security }
      await SecurityTrail.append({ action: 'sender.server_saved', actor: by, details })
      if (isNew) await warn(sender, by)
    })
  },

  async remove(by: Actor): Promise<void> {
    await unit(async () => {
      const sender = await Sender.lock()
      const details = { host: sender.serverHost }
      const way = sender.way === 'server' ? 'platform' : sender.way
      await sender.merge({ ...GONE, way }).save()
      await SecurityTrail.append({ action: 'sender.server_removed', actor: by, details })
    })
  },

  /** @throws SenderDomainRefused for a way that is not there, FeatureNotInPlan */
  async choose(way: SenderWay, by: Actor): Promise<void> {
    const entitlements = await TenantEntitlements.current()
    if (way !== 'platform') entitlements.require('senderDomain')
    await unit(async () => {
      const sender = await Sender.lock()
      if (way === 'server' && !sender.hasServer) throw new SenderDomainRefused('no_server')
      if (way === 'domain' && !sender.domain) throw new SenderDomainRefused('none')
      const isNew = way === 'server' && sender.way !== 'server'
      await sender.merge({ way }).save()
      await SecurityTrail.append({ action: 'sender.way_chosen', actor: by, details: { way } })
      if (isNew) await warn(sender, by)
    })
  },

  /** In the scope of the tenant whose server it is. Null when there is none. */
  async login(sender: Sender): Promise<ServerLogin | null> {
    const { serverAddress: address, serverHost: host, serverPort: port } = sender
    const { serverSecurity: security, serverUsername: username, serverPassword } = sender
    if (!address || !host || !port || !security) return null
    const password = serverPassword && (await open(serverPassword, host))
    return { address, host, port, security, username, password }
  },
}

/** Those who run the server read what passes through it. */
async function warn({ serverHost: host }: Sender, by: Actor): Promise<void> {
  await Notice.leave('sender.server_chosen', { host, by: by.id })
}

/** A password belongs to its host and user: a form that names another host must not send it there. */
function keptPassword(sender: Sender, { host, username }: ServerSettings): Buffer | null {
  const isSame = sender.serverHost === host && sender.serverUsername === username
  return isSame ? sender.serverPassword : null
}

async function seal({ password, host }: ServerSettings): Promise<Buffer> {
  return sealEnvelope(await envelopeKey(), password ?? '', purposeOf(host))
}

async function open(sealed: Buffer, host: string): Promise<string> {
  return openEnvelope(await envelopeKey(), sealed, purposeOf(host)).toString('utf8')
}

function envelopeKey(): Promise<KeyObject> {
  return keyRing.derive(CurrentTenant.get().tenant.id, 'sender-password')
}

function purposeOf(host: string): string {
  return `${CurrentTenant.get().tenant.id}|${host}|smtp`
}
