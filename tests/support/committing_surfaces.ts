import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import User from '#app/identity/users/user'
import type { Scope } from '#app/identity/access/scope'
import { standardConsent } from '#app/signing/consent'
import { schemaNames } from '#app/tenancy/tenant_ref'
import Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer, type Ask } from '#tests/factories/api_client'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeReseller, newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from './dashboard_visitor.js'
import { OperatorVisitor } from './operator_visitor.js'
import { SigningLink } from './signing_link.js'

/** Something that somebody may ask for once, and whether it was done. */
export interface Change {
  /** @param origin  another process than the server under test */
  ask(origin?: string): Promise<Answer>
  isDone(): Promise<boolean>
  /** The table, with its schema, that the change cannot do without. */
  table: string
  /** What the same request is answered once it was done. */
  again: number
}

const KEYED: Scope[] = ['documents:read', 'documents:write', 'tenants:write']
const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
}

const form = (path: string, values: Record<string, string>): Ask => ({
  method: 'POST',
  path,
  headers: FORM,
  body: new URLSearchParams(values).toString(),
})

/** One change for each surface over which somebody is told that something is stored. */
export class CommittingSurfaces {
  private constructor(
    private tenant: Tenant,
    private client: ApiClient,
    private olga: Visitor,
    private pat: OperatorVisitor,
    private file: string
  ) {}

  static async open(): Promise<CommittingSurfaces> {
    const tenant = await makeReseller()
    return new CommittingSurfaces(
      tenant,
      await ApiClient.of(tenant, 'live', { scopes: KEYED }),
      await Visitor.as(tenant),
      await OperatorVisitor.as(),
      Buffer.from(await makePdf()).toString('base64')
    )
  }

  /** A new one of its kind each time. */
  readonly kinds: Record<string, () => Promise<Change>> = {
    'a document over the API': async () => {
      const title = newSlug()
      const signers = [{ name: ANA.name, email: ANA.email }]
      const order = { path: '/api/v1/documents', json: { title, file: this.file, signers } }
      const isDone = async () => {
        const [made] = await this.#live(() => Document.query().where({ title }))
        if (made) await this.#live(async () => (await Vault.open(made)).read('canonical'))
        return made !== undefined
      }
      return { ...this.#overApi(order), isDone, again: 201 }
    },
    'a void over the API': async () => {
      const { id } = await this.#live(() => makeDocument())
      const order = { path: `/api/v1/documents/${id}/void`, json: { reason: 'Mistaken' } }
      const isDone = async () => (await this.#find(id)).status === 'voided'
      return { ...this.#overApi(order), isDone, again: 200 }
    },
    'a tenant over the API of a reseller': async () => {
      const slug = newSlug()
      const owner = { name: 'Bill', email: `bill@${slug}.example` }
      const json = { name: 'Initech', slug, plan: 'business', owner }
      const isDone = async () => (await Tenant.findBy({ slug })) !== null
      const change = this.#overApi({ path: '/api/v1/tenants', json })
      return { ...change, table: 'platform.tenants', isDone, again: 201 }
    },
    'a signer’s consent': () =>
      this.#bySigner(
        form('/consent', { accepted: 'yes', consentVersion: standardConsent('en').version }),
        {
          isDone: ({ consentedAt }) => consentedAt !== null,
          again: 303,
        }
      ),
    'a signer’s view': () =>
      this.#bySigner(
        { method: 'POST', path: '/viewed', headers: FORM },
        {
          has: 'consented',
          isDone: ({ viewedAt }) => viewedAt !== null,
          again: 204,
        }
      ),
    'a signature': () =>
      this.#bySigner(
        { method: 'POST', path: '/finish', headers: CALL, json: SIGNED },
        {
          has: 'viewed',
          isDone: ({ signedAt }) => signedAt !== null,
          again: 409,
        }
      ),
    'a signer’s decline': () =>
      this.#bySigner(form('/decline', { reason: 'Too dear' }), {
        isDone: ({ declinedAt }) => declinedAt !== null,
        again: 409,
      }),
    'a form of the dashboard': async () => {
      const email = `${newSlug()}@example.test`
      const order = form('/settings/members', { name: 'Ines', email, role: 'developer' })
      return {
        ask: (origin) => this.olga.ask({ ...order, origin }),
        isDone: async () => (await this.#live(() => User.byEmail(email))) !== null,
        table: `${schemaNames(this.tenant.id).account}.users`,
        again: 303,
      }
    },
    'a form of the console': async () => {
      const tenant = await makeTenant()
      const order = form(`/tenants/${tenant.id}/suspend`, { reason: 'Unpaid' })
      return {
        ask: (origin) => this.pat.ask({ ...order, origin }),
        isDone: async () => (await tenant.refresh()).status === 'suspended',
        table: 'platform.tenants',
        again: 303,
      }
    },
  }

  #overApi(order: Ask): Pick<Change, 'ask' | 'table'> {
    const headers = { 'idempotency-key': newSlug() }
    return {
      ask: (origin) => this.client.ask({ method: 'POST', ...order, headers, origin }),
      table: this.#row('documents'),
    }
  }

  async #bySigner(order: Ask, { has = 'nothing', isDone, again }: Expected): Promise<Change> {
    const document = await this.#live(() => makeDocument())
    const link = await SigningLink.of(this.tenant, document)
    if (has !== 'nothing') await link.within(() => link.steps().consent())
    if (has === 'viewed') await link.within(() => link.steps().view())
    return {
      ask: (origin) => link.ask({ ...order, origin }),
      isDone: async () => isDone((await this.#find(document.id)).signers[0]),
      table: this.#row('signers'),
      again,
    }
  }

  #row(table: string): string {
    return `${schemaNames(this.tenant.id).live}.${table}`
  }

  #live<T>(work: () => T): T {
    return inLive(this.tenant, work)
  }

  async #find(id: string): Promise<Document> {
    const document = await this.#live(() => Document.whole(id))
    if (!document) throw new RangeError(`${id} is gone`)
    return document
  }
}

const CALL = { 'sec-fetch-site': 'same-origin', 'accept': 'application/json' }
const SIGNED = { values: {}, signature: { kind: 'typed', text: ANA.name } }

interface Expected {
  /** What the signer has done before. */
  has?: 'nothing' | 'consented' | 'viewed'
  isDone: (signer: Document['signers'][number]) => boolean
  again: number
}
