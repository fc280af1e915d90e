import { FormData } from 'undici'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { PDFDocument, PDFName } from 'pdf-lib'
import { SYSTEM } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { newId } from '#app/foundation/identifier'
import { crc32Base62 } from '#app/foundation/opaque_token'
import { publicHttp } from '#app/foundation/outbound/public_http'
import { outbound } from '#config/outbound'
import ApiKey from '#app/identity/keys/api_key'
import type { Scope } from '#app/identity/access/scope'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { PlatformWork } from '#app/tenants/platform_work'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Receiver } from '#tests/support/receiver'

type Headers = Record<string, string>

interface Case {
  status: number
  code: string
  when: string
  param?: string
  details?: Record<string, unknown>
  header?: [name: string, value: string | RegExp]
  ask: (headers: Headers) => Promise<Answer>
}

const TYPES: Record<number, string> = {
  400: 'invalid_request',
  401: 'authentication',
  402: 'plan_limit',
  403: 'permission',
  404: 'not_found',
  405: 'invalid_request',
  406: 'invalid_request',
  409: 'conflict',
  413: 'invalid_request',
  415: 'invalid_request',
  416: 'invalid_request',
  422: 'invalid_request',
  500: 'api',
  503: 'api',
}

const ANA = { name: 'Ana Buyer', email: 'ana@example.test' }
const BEN = { name: 'Ben Seller', email: 'ben@example.test' }
const SIGNATURE = { type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const DOCUMENTS = '/api/v1/documents'

let live: ApiClient
let sandbox: ApiClient
let acme: Tenant
let file: string
let pendingId: string
let receiver: Receiver

async function prepare(): Promise<void> {
  acme = await makeTenant({ withSandbox: true })
  live = await ApiClient.of(acme, 'live')
  sandbox = await ApiClient.of(acme, 'test')
  file = Buffer.from(await makePdf()).toString('base64')
  const made = await live.post(DOCUMENTS, { title: 'Lease', file, signers: [ANA] })
  pendingId = String(made.body.id)
  receiver = await Receiver.open()
}

const create = (client: ApiClient, more: object, headers: Headers) =>
  client.post(DOCUMENTS, { title: 'Lease', file, signers: [ANA], ...more }, headers)

const withFile = async (bytes: Uint8Array, headers: Headers) =>
  create(live, { file: Buffer.from(bytes).toString('base64') }, headers)

async function changedPdf(change: (pdf: PDFDocument) => void): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await makePdf())
  change(pdf)
  return pdf.save({ useObjectStreams: false })
}

const limited = (...scopes: Scope[]) => ApiClient.of(acme, 'live', { scopes })

/** While something underneath is broken. */
async function broken(error: unknown, work: () => Promise<Answer>): Promise<Answer> {
  const whole = AuditTrail.read
  AuditTrail.read = () => Promise.reject(error)
  return work().finally(() => {
    AuditTrail.read = whole
  })
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, value, `${name}.pdf`)
  }
  return form
}

const post = (headers: Headers, type: string, body: string | Buffer, path = DOCUMENTS) =>
  live.ask({ method: 'POST', path, body, headers: { 'content-type': type, ...headers } })

const postForm = (headers: Headers, fields: Record<string, string | Blob>) =>
  live.ask({ method: 'POST', path: DOCUMENTS, headers, body: formOf(fields) })

const CASES: Case[] = [
  ...requests(),
  ...keys(),
  ...plans(),
  ...missing(),
  ...bodies(),
  ...files(),
  ...values(),
  ...addresses(),
  ...breakages(),
]

function requests(): Case[] {
  return [
    {
      when: 'a query parameter is unknown',
      status: 400,
      code: 'unknown_parameter',
      param: 'expand',
      ask: (headers) => live.get(`${DOCUMENTS}/${pendingId}?expand=signers`, headers),
    },
    {
      when: 'a cursor is made up',
      status: 400,
      code: 'invalid_cursor',
      ask: (headers) => live.get(`${DOCUMENTS}/${pendingId}/audit?cursor=made-up`, headers),
    },
    {
      when: 'a cursor belongs to another list',
      status: 400,
      code: 'invalid_cursor',
      ask: (headers) => {
        const foreign = Buffer.from('webhooks\n1').toString('base64url')
        return live.get(`${DOCUMENTS}/${pendingId}/audit?cursor=${foreign}`, headers)
      },
    },
    ...['events\n1e3', 'events\n0x10', 'events\n-1', 'events\n1\n2'].map((changed) => ({
      when: `a cursor was changed to ${JSON.stringify(changed)}`,
      status: 400,
      code: 'invalid_cursor',
      ask: (headers: Record<string, string>) => {
        const cursor = Buffer.from(changed).toString('base64url')
        return live.get(`/api/v1/events?cursor=${cursor}`, headers)
      },
    })),
    {
      when: 'nothing is at the address',
      status: 404,
      code: 'route_not_found',
      ask: (headers) => live.get('/api/v1/contracts', headers),
    },
    {
      when: 'the version does not exist',
      status: 404,
      code: 'route_not_found',
      ask: (headers) => live.get('/api/v2/documents', headers),
    },
    {
      when: 'the address knows other methods',
      status: 405,
      code: 'method_not_allowed',
      details: { allowed: ['GET', 'HEAD'] },
      header: ['allow', 'GET, HEAD, PATCH, DELETE'],
      ask: (headers) => live.ask({ method: 'PUT', path: `/api/documents/${pendingId}`, headers }),
    },
    {
      when: 'the caller accepts only what the operation does not give',
      status: 406,
      code: 'not_acceptable',
      ask: (headers) => live.get(`${DOCUMENTS}/${pendingId}`, { ...headers, accept: 'text/csv' }),
    },
  ]
}

function keys(): Case[] {
  const path = `${DOCUMENTS}/doc_00000000000000000000000000`
  const bearer = (authorization: string) => (headers: Headers) =>
    live.get(path, { ...headers, authorization })
  const body = `svc_live_00000000${'x'.repeat(30)}`
  const WWW: [string, string] = ['www-authenticate', 'Bearer']
  return [
    {
      when: 'no key comes along',
      status: 401,
      code: 'missing_key',
      header: WWW,
      ask: (headers) => ask({ path, headers: { ...headers, host: live.host } }),
    },
    {
      when: 'something else than a bearer token comes along',
      status: 401,
      code: 'missing_key',
      header: WWW,
      ask: bearer('Basic dXNlcjpwYXNz'),
    },
    {
      when: 'a key is mistyped',
      status: 401,
      code: 'invalid_key',
      header: WWW,
      ask: (headers) => bearer(`Bearer ${live.secret.slice(0, -1)}_`)(headers),
    },
    {
      when: 'a key is well-formed and nobody’s',
      status: 401,
      code: 'invalid_key',
      header: WWW,
      ask: bearer(`Bearer ${body}${crc32Base62(body)}`),
    },
    {
      when: 'a key belongs to another tenant than the host',
      status: 401,
      code: 'invalid_key',
      header: WWW,
      ask: async (headers) => {
        const stranger = await ApiClient.of(await makeTenant(), 'live')
        return stranger.at(live.host).get(path, headers)
      },
    },
    {
      when: 'a key was revoked',
      status: 401,
      code: 'revoked_key',
      header: WWW,
      ask: async (headers) => {
        const client = await ApiClient.of(acme, 'live')
        await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, async () =>
          (await ApiKey.findOrFail(client.keyId)).revoke(SYSTEM)
        )
        return client.get(path, headers)
      },
    },
    {
      when: 'a key has expired',
      status: 401,
      code: 'expired_key',
      header: WWW,
      ask: async (headers) => {
        const client = await ApiClient.of(acme, 'live', { expiresAt: LONG_AGO })
        return client.get(path, headers)
      },
    },
    {
      when: 'a key may read and the operation writes',
      status: 403,
      code: 'insufficient_scope',
      details: { required: 'documents:write' },
      ask: async (headers) => create(await limited('documents:read'), {}, headers),
    },
  ]
}

function plans(): Case[] {
  return [
    {
      when: 'the plan has no live API',
      status: 403,
      code: 'feature_not_in_plan',
      details: { plan: 'starter', feature: 'apiLive' },
      ask: async (headers) => {
        const client = await ApiClient.of(await makeTenant({ plan: 'starter' }), 'live')
        return client.get('/api/v1/webhooks', headers)
      },
    },
    {
      when: 'there are more signers than the plan has, in the sandbox too',
      status: 402,
      code: 'signer_limit_exceeded',
      param: 'signers',
      details: { plan: 'free', limit: 2, used: 3, resetsAt: null },
      ask: async (headers) => {
        const tenant = await makeTenant({ plan: 'free', withSandbox: true })
        const signers = [ANA, BEN, { name: 'Cem', email: 'cem@example.test' }]
        return create(await ApiClient.of(tenant, 'test'), { signers }, headers)
      },
    },
    {
      when: 'the tenant is suspended',
      status: 403,
      code: 'tenant_suspended',
      ask: async (headers) => {
        const tenant = await makeTenant()
        const client = await ApiClient.of(tenant, 'live')
        const { account } = schemaNames(tenant.id)
        await Cell.named(tenant.cell).as('migrator', (migrator) =>
          migrator.query(`update ${account}.standing set suspended_at = now()`)
        )
        return client.get('/api/v1/webhooks', headers)
      },
    },
    {
      when: 'the sandbox is still to be made',
      status: 503,
      code: 'unavailable',
      header: ['retry-after', /^\d+$/],
      ask: async (headers) => {
        const client = await ApiClient.of(await makeTenant(), 'test')
        return client.get('/api/v1/webhooks', headers)
      },
    },
  ]
}

function missing(): Case[] {
  const reading = (path: () => string) => (headers: Headers) => live.get(path(), headers)
  return [
    {
      when: 'no document has the id',
      status: 404,
      code: 'document_not_found',
      ask: reading(() => `${DOCUMENTS}/${newId('doc', 'live')}`),
    },
    {
      when: 'the id is no document’s',
      status: 404,
      code: 'document_not_found',
      ask: reading(() => `${DOCUMENTS}/${newId('sig', 'live')}`),
    },
    {
      when: 'the trail of no document is read',
      status: 404,
      code: 'document_not_found',
      ask: reading(() => `${DOCUMENTS}/${newId('doc', 'live')}/audit`),
    },
    {
      when: 'a live key asks for a test document, which does not exist',
      status: 404,
      code: 'mode_mismatch',
      details: { environment: 'test' },
      ask: reading(() => `${DOCUMENTS}/${newId('doc', 'test')}`),
    },
    {
      when: 'a test key asks for a live document, which exists',
      status: 404,
      code: 'mode_mismatch',
      details: { environment: 'live' },
      ask: (headers) => sandbox.get(`${DOCUMENTS}/${pendingId}/download`, headers),
    },
    {
      when: 'no endpoint has the id',
      status: 404,
      code: 'webhook_not_found',
      ask: reading(() => `/api/v1/webhooks/${newId('wh', 'live')}`),
    },
    {
      when: 'a document is not completed yet',
      status: 409,
      code: 'document_state_conflict',
      details: { currentStatus: 'pending' },
      ask: reading(() => `${DOCUMENTS}/${pendingId}/download`),
    },
    {
      when: 'a range lies outside of the file',
      status: 416,
      code: 'range_not_satisfiable',
      ask: (headers) =>
        live.get(`${DOCUMENTS}/${pendingId}/file`, { ...headers, range: 'bytes=99999999-' }),
    },
  ]
}

function bodies(): Case[] {
  const JSON_TYPE = 'application/json'
  const malformed = (when: string, body: string | Buffer): Case => ({
    when,
    status: 400,
    code: 'malformed_json',
    ask: (headers) => post(headers, JSON_TYPE, body),
  })
  const unknown = (when: string, param: string, more: () => object): Case => ({
    when,
    status: 400,
    code: 'unknown_field',
    param,
    ask: (headers) => create(live, more(), headers),
  })
  return [
    malformed('JSON ends too early', '{"title": "Lease"'),
    malformed('JSON has a comma too many', '{"title": "Lease",}'),
    malformed('the body is a list', '[]'),
    malformed('the body is null', 'null'),
    malformed('the body is empty', ' '),
    malformed('the body is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    {
      when: 'a form breaks off',
      status: 400,
      code: 'malformed_multipart',
      ask: (headers) => post(headers, 'multipart/form-data; boundary=x', '--x\r\nContent-Disp'),
    },
    {
      when: 'a form names no boundary',
      status: 400,
      code: 'malformed_multipart',
      ask: (headers) => post(headers, 'multipart/form-data', '--x--\r\n'),
    },
    ...['signers[999999999][name]', '__proto__', 'a[b][c]'].map((param): Case => ({
      when: `a form has a field ${param}`,
      status: 400,
      code: 'unknown_field',
      param,
      ask: (headers) => postForm(headers, { [param]: 'x' }),
    })),
    {
      when: 'a form has thousands of parts',
      status: 400,
      code: 'malformed_multipart',
      ask: (headers) =>
        postForm(headers, Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [at, 'x']))),
    },
    unknown('a field is unknown', 'status', () => ({ status: 'completed' })),
    unknown('a field of a signer is unknown', 'signers[0].rank', () => ({
      signers: [{ ...ANA, rank: 'owner' }],
    })),
    unknown('a field of a field is unknown', 'signers[0].fields[0].value', () => ({
      signers: [{ ...ANA, fields: [{ ...SIGNATURE, value: 'x' }] }],
    })),
    {
      when: 'somebody reaches for the prototype',
      status: 400,
      code: 'unknown_field',
      param: '__proto__',
      ask: (headers) => post(headers, JSON_TYPE, '{"__proto__": {"status": "completed"}}'),
    },
    {
      when: 'a form has a file that nobody asked for',
      status: 400,
      code: 'unknown_field',
      param: 'logo',
      ask: (headers) =>
        live.ask({
          method: 'POST',
          path: DOCUMENTS,
          headers,
          body: formOf({ logo: new Blob(['x']) }),
        }),
    },
    {
      when: 'the body is neither JSON nor a form',
      status: 415,
      code: 'unsupported_media_type',
      ask: (headers) => post(headers, 'text/plain', 'title=Lease'),
    },
    {
      when: 'JSON comes in another encoding',
      status: 415,
      code: 'unsupported_media_type',
      ask: (headers) => post(headers, 'application/json; charset=latin1', '{}', '/api/v1/webhooks'),
    },
    {
      when: 'a body comes compressed',
      status: 415,
      code: 'unsupported_media_type',
      ask: (headers) => post({ ...headers, 'content-encoding': 'gzip' }, JSON_TYPE, 'x'),
    },
    {
      when: 'a form is sent where JSON is wanted',
      status: 415,
      code: 'unsupported_media_type',
      ask: (headers) =>
        live.ask({ method: 'POST', path: '/api/v1/webhooks', headers, body: formOf({ url: 'x' }) }),
    },
  ]
}

function files(): Case[] {
  const MIB = 1024 * 1024
  return [
    {
      when: 'a file in a form is too large',
      status: 413,
      code: 'file_too_large',
      details: { limit: 25 * MIB },
      ask: (headers) => {
        const body = formOf({ title: 'Lease', file: new Blob([new Uint8Array(25 * MIB + 1)]) })
        return live.ask({ method: 'POST', path: DOCUMENTS, headers, body })
      },
    },
    {
      when: 'a file in JSON is too large once decoded',
      status: 413,
      code: 'file_too_large',
      param: 'file',
      details: { limit: 25 * MIB },
      ask: (headers) => withFile(new Uint8Array(25 * MIB + 1), headers),
    },
    {
      when: 'a JSON body is too large',
      status: 413,
      code: 'file_too_large',
      details: { limit: 34 * MIB },
      ask: (headers) => create(live, { message: 'x'.repeat(34 * MIB) }, headers),
    },
    {
      when: 'the file is no PDF',
      status: 422,
      code: 'pdf_malformed',
      ask: (headers) => withFile(Buffer.from('This is a contract.'), headers),
    },
    {
      when: 'the file is a broken PDF',
      status: 422,
      code: 'pdf_malformed',
      ask: (headers) => withFile(Buffer.from('%PDF-1.7\n%%EOF'), headers),
    },
    {
      when: 'the file is encrypted',
      status: 422,
      code: 'pdf_encrypted',
      ask: async (headers) =>
        withFile(
          await changedPdf(({ context }) => {
            context.trailerInfo.Encrypt = context.register(context.obj({ Filter: 'Standard' }))
          }),
          headers
        ),
    },
    {
      when: 'the file is a form that only some programs draw',
      status: 422,
      code: 'pdf_unsafe',
      ask: async (headers) =>
        withFile(
          await changedPdf(({ context, catalog }) => {
            catalog.set(PDFName.of('AcroForm'), context.obj({ XFA: 'x', Fields: [] }))
          }),
          headers
        ),
    },
    {
      when: 'the file is signed already',
      status: 422,
      code: 'pdf_already_signed',
      ask: async (headers) =>
        withFile(
          await changedPdf(({ context, catalog }) => {
            const signature = { Type: 'Sig', ByteRange: [0, 1, 2, 3], Contents: 'x' }
            catalog.set(PDFName.of('Sig'), context.register(context.obj(signature)))
          }),
          headers
        ),
    },
    {
      when: 'the file has more than 500 pages',
      status: 422,
      code: 'too_many_pages',
      ask: async (headers) => withFile(await makePdf({ pages: 501 }), headers),
    },
    {
      when: 'a field leaves its page',
      status: 422,
      code: 'field_off_page',
      param: 'signers[0].fields[0]',
      details: { page: 1, pageWidth: 595, pageHeight: 842 },
      ask: (headers) =>
        create(live, { signers: [{ ...ANA, fields: [{ ...SIGNATURE, y: 800 }] }] }, headers),
    },
    {
      when: 'a field is on a page that is not there',
      status: 422,
      code: 'field_off_page',
      param: 'signers[0].fields[0].page',
      details: { page: 2, pageCount: 1 },
      ask: (headers) =>
        create(live, { signers: [{ ...ANA, fields: [{ ...SIGNATURE, page: 2 }] }] }, headers),
    },
  ]
}

function values(): Case[] {
  const invalid = (when: string, param: string, more: object): Case => ({
    when,
    status: 422,
    code: 'validation_failed',
    param,
    ask: (headers) => create(live, more, headers),
  })
  const withSigner = (more: object) => ({ signers: [{ ...ANA, ...more }] })
  const withField = (more: object) => withSigner({ fields: [{ ...SIGNATURE, ...more }] })
  return [
    invalid('the title is missing', 'title', { title: undefined }),
    invalid('the title is blank', 'title', { title: '   ' }),
    invalid('the title is too long', 'title', { title: 'x'.repeat(256) }),
    invalid('the title is a number', 'title', { title: 7 }),
    invalid('the title holds a NUL', 'title', { title: 'a\u0000b' }),
    invalid('the message is too long', 'message', { message: 'x'.repeat(5_001) }),
    invalid('the file is missing', 'file', { file: undefined }),
    invalid('the file is not base64', 'file', { file: '%PDF-1.7 in clear' }),
    invalid('signers are missing', 'signers', { signers: undefined }),
    invalid('there is no signer', 'signers', { signers: [] }),
    invalid('there are 51 signers', 'signers', {
      signers: Array.from({ length: 51 }, (_, at) => ({ name: 'A', email: `a${at}@example.test` })),
    }),
    invalid('a signer has no name', 'signers[0].name', withSigner({ name: undefined })),
    invalid('a name breaks the line', 'signers[0].name', withSigner({ name: 'Ana\r\nBcc: x' })),
    invalid('an address is none', 'signers[0].email', withSigner({ email: 'ana' })),
    invalid('an address is two', 'signers[0].email', withSigner({ email: 'a@b.test, c@d.test' })),
    invalid('an order is text', 'signers[0].order', withSigner({ order: '1' })),
    invalid('an order is 0', 'signers[0].order', withSigner({ order: 0 })),
    invalid('only one signer has an order', 'signers', { signers: [{ ...ANA, order: 1 }, BEN] }),
    invalid('one address serves two', 'signers[0].email', { signers: [ANA, ANA] }),
    invalid('a live document goes to the sandbox', 'signers[0].email', {
      signers: [{ name: 'A', email: 'signer@sandbox.test' }],
    }),
    invalid(
      'a field has an unknown type',
      'signers[0].fields[0].type',
      withField({ type: 'stamp' })
    ),
    invalid('a field has no width', 'signers[0].fields[0].width', withField({ width: 0 })),
    invalid('a page is 0', 'signers[0].fields[0].page', withField({ page: 0 })),
    invalid('a page is 1.5', 'signers[0].fields[0].page', withField({ page: 1.5 })),
    invalid('a field at the top names nobody', 'fields[0].signer', {
      fields: [{ ...SIGNATURE, signer: 'nobody@example.test' }],
    }),
    invalid('expiresIn is no number of days', 'expiresIn', { expiresIn: '2 weeks' }),
    invalid('expiresIn is 0d', 'expiresIn', { expiresIn: '0d' }),
    invalid('expiresIn is 366d', 'expiresIn', { expiresIn: '366d' }),
    invalid('redirectUrl is a script', 'redirectUrl', { redirectUrl: 'javascript:alert(1)' }),
    invalid('metadata has 21 keys', 'metadata', {
      metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'v'])),
    }),
    invalid('metadata holds a number', 'metadata.deal', { metadata: { deal: 7 } }),
    invalid('send is text', 'send', { send: 'no' }),
    {
      when: 'signers in a form are not JSON',
      status: 422,
      code: 'validation_failed',
      param: 'signers',
      ask: (headers) => {
        const body = formOf({ title: 'Lease', signers: 'Ana', file: new Blob(['x']) })
        return live.ask({ method: 'POST', path: DOCUMENTS, headers, body })
      },
    },
    {
      when: 'a form gives a field twice',
      status: 422,
      code: 'validation_failed',
      param: 'title',
      ask: (headers) => {
        const body = formOf({ title: 'Lease', file: new Blob(['x']) })
        body.append('title', 'Deed')
        return live.ask({ method: 'POST', path: DOCUMENTS, headers, body })
      },
    },
    {
      when: 'a limit is 101',
      status: 422,
      code: 'validation_failed',
      param: 'limit',
      ask: (headers) => live.get('/api/v1/webhooks?limit=101', headers),
    },
    {
      when: 'an endpoint listens to what does not happen',
      status: 422,
      code: 'validation_failed',
      param: 'events[0]',
      ask: (headers) =>
        live.post('/api/v1/webhooks', { url: receiver.url, events: ['document.eaten'] }, headers),
    },
  ]
}

function addresses(): Case[] {
  const send = (documentUrl: string, headers: Headers) =>
    live.post('/api/v1/signatures/send', { documentUrl, signers: [ANA] }, headers)
  const closed = async (work: () => Promise<Answer>) => {
    publicHttp.configure({ allowPrivate: new Set() })
    return work().finally(() => publicHttp.configure(outbound))
  }
  return [
    {
      when: 'a document’s address leads inside',
      status: 422,
      code: 'url_forbidden',
      param: 'documentUrl',
      ask: (headers) => closed(() => send('https://169.254.169.254/latest/meta-data', headers)),
    },
    {
      when: 'a document’s address cannot be reached',
      status: 422,
      code: 'url_unreachable',
      param: 'documentUrl',
      ask: (headers) => send('http://127.0.0.1:1024/contract.pdf', headers),
    },
    {
      when: 'a document’s address has no file',
      status: 422,
      code: 'url_unreachable',
      param: 'documentUrl',
      ask: (headers) => {
        receiver.answers(() => ({ status: 404 }))
        return send(receiver.url, headers)
      },
    },
    {
      when: 'an endpoint’s address leads inside',
      status: 422,
      code: 'url_forbidden',
      param: 'url',
      ask: (headers) =>
        closed(() => live.post('/api/v1/webhooks', { url: 'https://10.0.0.1/' }, headers)),
    },
  ]
}

function breakages(): Case[] {
  const read = (headers: Headers) => () => live.get(`${DOCUMENTS}/${pendingId}/audit`, headers)
  return [
    {
      when: 'something breaks',
      status: 500,
      code: 'internal_error',
      ask: (headers) => broken(new Error('the secret of select * from'), read(headers)),
    },
    {
      when: 'PostgreSQL is away',
      status: 503,
      code: 'unavailable',
      header: ['retry-after', /^\d+$/],
      ask: (headers) =>
        broken(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), read(headers)),
    },
  ]
}

test.group('API | errors', (group) => {
  group.setup(prepare)
  group.teardown(() => receiver.close())

  for (const { when, status, code, param, details, header, ask: send } of CASES) {
    test(`${status} ${code} when ${when}`, async ({ assert }) => {
      const { body, headers, status: answered, text } = await send({})
      assert.equal(answered, status, text)
      assert.sameMembers(Object.keys(body), ['error', 'requestId'])
      assert.equal(body.requestId, headers['x-request-id'])
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(headers['cache-control'], 'no-store')

      const error = body.error ?? {}
      assert.containSubset(error, { type: TYPES[status], code })
      assert.isAbove(String(error.message).length, 10)
      assert.match(String(error.docUrl), new RegExp(`^http://.*/docs/errors#${code}$`))
      const known = ['type', 'code', 'message', 'param', 'details', 'docUrl']
      assert.isEmpty(Object.keys(error).filter((name) => !known.includes(name)))
      if (param) assert.equal(error.param, param)
      if (details) assert.containSubset(error.details, details)
      if (header) {
        const [name, value] = header
        if (typeof value === 'string') assert.equal(headers[name], value)
        else assert.match(String(headers[name]), value)
      }
      assert.notMatch(text, /node_modules|\.ts:\d|select \*/)
    })

    if (code === 'not_acceptable') continue
    test(`the same as a problem of RFC 9457 when ${when}`, async ({ assert }) => {
      const { body, headers, text } = await send({ accept: 'application/problem+json' })
      assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8', text)
      assert.containSubset(body, { status, code, requestId: headers['x-request-id'] })
      assert.match(String(body.type), new RegExp(`/docs/errors#${code}$`))
      assert.isString(body.title)
      assert.isString(body.detail)
      assert.equal(body.instance, `urn:request:${body.requestId}`)
      if (param) assert.equal(body.param, param)
    })
  }

  test('lists every fault at once, each with its place and code', async ({ assert }) => {
    const answer = await live.post(DOCUMENTS, {
      signers: [{ email: 'ana', fields: [{ ...SIGNATURE, width: -1, page: 'one' }] }],
    })
    assert.deepEqual(
      (answer.body.error?.details as { param: string; code: string }[]).map((fault) => [
        fault.param,
        fault.code,
      ]),
      [
        ['file', 'required'],
        ['title', 'required'],
        ['signers[0].name', 'required'],
        ['signers[0].email', 'not_an_email_address'],
        ['signers[0].fields[0].page', 'not_a_number'],
        ['signers[0].fields[0].width', 'too_small'],
      ]
    )
  })

  test('names all fields that there are beside one that there is not', async ({ assert }) => {
    const known = async (path: string, body: object) =>
      String((await live.post(path, body)).body.error?.message)
    const document = await known(DOCUMENTS, { pdf: '' })
    assert.match(document, /^No field is called pdf: there are file, files, title, /)
    const form = new FormData()
    form.set('pdf', new Blob(['%PDF-1.7']), 'a.pdf')
    const sent = await live.ask({ method: 'POST', path: DOCUMENTS, body: form })
    assert.equal(sent.body.error?.message, 'No field is called pdf: there is only file')
    assert.equal(
      await known(`${DOCUMENTS}/${newId('doc')}/send`, { now: true }),
      'There are no fields here, so none is called now'
    )
  })

  test('says where JSON breaks, and that it ends too early only where it does', async ({
    assert,
  }) => {
    const said = async (body: string) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await live.ask({ method: 'POST', path: DOCUMENTS, body, headers })
      return String(answer.body.error?.message)
    }
    for (const text of ['{', '{"title":', '{"title":"a', '[1,'])
      assert.include(await said(text), 'it ends too early', text)
    for (const text of ['{"title":NaN}', '{"title":None}', "{'title':1}", '{"title":1]'])
      assert.notInclude(await said(text), 'it ends too early', text)
    assert.include(await said('{"title":1]'), 'it breaks at character 10')
  })

  test('names every event that there is not', async ({ assert }) => {
    const body = { url: 'https://hooks.example', events: ['document.sent', 'sent', 'burnt'] }
    const { error } = (await live.post('/api/v1/webhooks', body)).body
    assert.containSubset(error, { code: 'validation_failed', param: 'events[1]' })
    assert.deepEqual(
      (error?.details as { param: string; code: string }[]).map((fault) => [
        fault.param,
        fault.code,
      ]),
      [
        ['events[1]', 'unknown_value'],
        ['events[2]', 'unknown_value'],
      ]
    )
  })

  test('refuses a field for the key of one signer that is the address of another', async ({
    assert,
  }) => {
    const signers = [
      { ...ANA, key: BEN.email },
      { ...BEN, key: 'ben' },
    ]
    const asked = (signer: string) =>
      create(live, { signers, fields: [{ ...SIGNATURE, signer }] }, {})
    const refused = await asked(BEN.email)
    assert.equal(refused.status, 422, refused.text)
    assert.containSubset(refused.body.error?.details, [
      { param: 'fields[0].signer', code: 'unknown_signer' },
    ])
    for (const signer of ['ben', ANA.email]) assert.equal((await asked(signer)).status, 201)
  })

  test('goes on with the same key once a worker has made the sandbox', async ({ assert }) => {
    const client = await ApiClient.of(await makeTenant(), 'test')
    assert.equal((await client.get('/api/v1/webhooks')).status, 503)
    await PlatformWork.doAllDue()
    assert.equal((await client.get('/api/v1/webhooks')).status, 200)
  })

  test('asks a worker for the sandbox, once', async ({ assert }) => {
    const tenant = await makeTenant()
    const client = await ApiClient.of(tenant, 'test')
    await client.get('/api/v1/webhooks')
    await client.get('/api/v1/webhooks')
    const asked = await db.from('outbox').where({ kind: 'open_sandbox', ref: tenant.id })
    assert.lengthOf(asked, 1)
  })

  test('makes no sandbox for somebody without a key', async ({ assert }) => {
    const tenant = await makeTenant()
    const client = await ApiClient.of(tenant, 'live')
    const body = `svc_test_${tenant.keyPrefix}${'x'.repeat(30)}`
    const answer = await client.get('/api/v1/webhooks', {
      authorization: `Bearer ${body}${crc32Base62(body)}`,
    })
    assert.equal(answer.body.error?.code, 'invalid_key')
    assert.isEmpty(await db.from('outbox').where({ kind: 'open_sandbox', ref: tenant.id }))
  })
})
