import { clock } from '#app/foundation/clock'
import type { NameServer } from '#app/tenants/hosts/name_server'
import { nameServers } from '#app/tenants/hosts/name_server'
import Sender from '#app/sending/sender'
import { SenderDomain } from '#app/sending/sender_domain'
import { senderRecords } from '#app/sending/sender_records'
import { ANA, OLGA } from '#tests/factories/document_factory'
import type { DnsWorld } from './dns_world.js'
import { MailSetup } from './mail_setup.js'

/** The sender of a tenant, and the DNS that its owner writes. */
export class SenderSetup {
  private constructor(
    readonly mail: MailSetup,
    private world: DnsWorld
  ) {}

  static async open(world: DnsWorld, plan = 'enterprise', name = 'Acme Estates') {
    nameServers.use([world.asServer()] as readonly NameServer[])
    return new SenderSetup(await MailSetup.open({ plan, name }), world)
  }

  sender(): Promise<Sender> {
    return this.mail.within(() => Sender.current())
  }

  claims(domain = 'acme.com', localPart = 'sign'): Promise<Sender> {
    return this.mail.within(() => SenderDomain.claim(localPart, domain, OLGA))
  }

  /** Writes the records that are asked for. */
  async publishes(about: readonly string[] = ['signing', 'standby', 'return']): Promise<void> {
    for (const record of senderRecords(await this.sender())) {
      if (!about.includes(record.about)) continue
      const { name, value } = record
      this.world.write(name, record.type === 'TXT' ? { TXT: [value] } : { CNAME: value })
    }
  }

  /** Does the look whose time has come. */
  looks(): Promise<number> {
    return this.mail.does('sender.check')
  }

  async verified(domain = 'acme.com'): Promise<void> {
    await this.claims(domain)
    await this.publishes()
    await this.looks()
  }

  /** Invites Ana, from a document of her own. */
  async invites() {
    const document = await this.mail.sends({ signers: [ANA] })
    await this.mail.does('mail.invite')
    return document
  }

  async notices(): Promise<string[]> {
    const rows = await this.mail.rows({ text: 'select kind from notices order by id' })
    return rows.map(({ kind }) => String(kind))
  }

  async waits(ms: number): Promise<void> {
    clock.travel(ms)
  }
}
