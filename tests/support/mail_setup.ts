import Document from '#app/documents/document'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import type { Environment } from '#app/foundation/environment'
import User from '#app/identity/users/user'
import { Signing } from '#app/signing/signing'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Work } from '#app/tenancy/outbox/outbox'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
import { roleName } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import Mail from '#app/notifications/mail'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from './inline_work.js'
import { outboxRows } from './outbox_view.js'

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }

/** A tenant whose owner sends documents, and the work that mails leave. */
export class MailSetup {
  private constructor(
    readonly tenant: Tenant,
    private environment: Environment
  ) {}

  static async open({
    environment = 'live',
    name,
    plan,
  }: { environment?: Environment; name?: string; plan?: string } = {}) {
    const withSandbox = environment === 'test'
    const tenant = await makeTenant({ name, plan, withSandbox, hasPassword: true })
    return new MailSetup(tenant, environment)
  }

  within<T>(work: () => T): T {
    return CurrentTenant.run({ tenant: this.tenant.ref, environment: this.environment }, work)
  }

  /** Read in live: the sandbox does not see what is secret of people. */
  owner(): Promise<User> {
    const { ref: tenant } = this.tenant
    return CurrentTenant.run({ tenant, environment: 'live' }, () =>
      User.findByOrFail('role', 'owner')
    )
  }

  async sends(input: Partial<DraftInput> = {}): Promise<Document> {
    const { id } = await this.owner()
    return this.within(() => makeDocument({ by: { ...OLGA, id }, ...input }))
  }

  async found({ id }: Document): Promise<Document> {
    return (await this.within(() => Document.whole(id)))!
  }

  /** @param atOnce  as one job */
  does(kind: string, { early = true, atOnce = false } = {}): Promise<number> {
    return doWork(this.tenant, kind, { environment: this.environment, early, atOnce })
  }

  /** Leaves a piece of work behind, as an event would. */
  appends(work: Work): Promise<void> {
    return this.within(() => unit(async () => Outbox.append(work)))
  }

  async waiting(kind: string) {
    const scope = roleName(this.tenant.id, this.environment)
    return (await outboxRows()).filter((row) => row.scope === scope && row.kind === kind)
  }

  /** The names of what subscribers can be told, in order. */
  async events(): Promise<string[]> {
    const rows = await this.rows({ text: 'select name from events order by position' })
    return rows.map(({ name }) => String(name))
  }

  rows(statement: Statement): Promise<Row[]> {
    return this.within(async () => (await CurrentTenant.batch([statement]))[0])
  }

  async mails(): Promise<Mail[]> {
    const rows = await this.rows({ text: 'select * from mails order by created_at, id' })
    return this.within(() => modelsOf(Mail, rows))
  }

  signs(document: Document, index: number): Promise<unknown> {
    const { id, name } = document.signers[index]
    return this.within(async () => {
      const signing = new Signing(document.id, id, CLIENT)
      await signing.consent()
      await signing.view()
      const signature = { kind: 'typed' as const, text: name }
      await new Signing(document.id, id, CLIENT).sign({ values: {}, signature })
    })
  }

  declines(document: Document, index: number, reason: string): Promise<void> {
    const { id } = document.signers[index]
    return this.within(() => new Signing(document.id, id, CLIENT).decline(reason))
  }
}
