import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Secret } from '@adonisjs/core/helpers'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import openapiTS, { astToString } from 'openapi-typescript'
import { OPERATIONS } from '#app/api/v1/operations/index'
import { REFERENCE } from '#app/api/docs/contents'
import { newId } from '#app/foundation/identifier'
import Domain from '#app/tenants/domains/domain'
import type Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { signatureHeaders } from '#app/webhooks/webhook_signature'
import { ApiClient, ask } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import {
  readersFolder,
  runSample,
  samplesOf,
  type Language,
} from '#tests/support/documentation_page'
import { doWork } from '#tests/support/inline_work'

const LANGUAGES: readonly Language[] = ['curl', 'node', 'python', 'php']
/** A name that every program reaches, wherever it runs; the pages show it as they would any host. */
const HOST = '127.0.0.1'
const FOLDER = app.makePath('tmp', 'documentation')
/** What an example must never be answered with: it says that the example is wrong. */
const MISTAKES =
  /malformed|unknown_|validation_failed|route_not_found|method_not|missing_key|invalid_key|unsupported|not_acceptable|internal_error|rate_limited/
/** The description of the API names them all. */
const DESCRIPTION = /openapi\W+3\.1/

test.group('Documentation | samples', (group) => {
  let acme: Tenant
  let client: ApiClient
  let domain: Domain
  let folder: string

  const livesHere = async ({ id }: Tenant) => {
    await domain.merge({ tenantId: id }).save()
    tenantResolver.forget()
  }

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(acme, 'test')
    folder = await readersFolder(FOLDER)
    domain = await Domain.create({
      id: newId('dom'),
      tenantId: acme.id,
      kind: 'host',
      host: HOST,
      purposes: ['api'],
      primaryFor: [],
      status: 'active',
      challenge: 'none',
    })
    tenantResolver.forget()
    return async () => {
      await domain.delete()
      tenantResolver.forget()
      await rm(FOLDER, { recursive: true })
    }
  })

  for (const language of LANGUAGES)
    test(`the quickstart runs as it is shown, ${language}`, async ({ assert }) => {
      await rm(join(folder, 'signed.pdf'), { force: true })
      const samples = await samplesOf(HOST, '/docs/guides/quickstart')
      const said = await withWorker(acme, () =>
        runSample(language, samples.get(`quickstart-${language}`)!, {
          folder,
          key: client.secret,
        })
      )
      assert.match(said, /^Sent: doc_\w{26}\nSaved: signed\.pdf\n$/)
      const [id] = /doc_\w+/.exec(said)!
      const shown = await client.get(`/api/v1/documents/${id}`)
      assert.equal(shown.body.status, 'completed')
      assert.include(readFileSync(join(folder, 'signed.pdf'), 'latin1').slice(0, 5), '%PDF-')
    })

  for (const language of LANGUAGES.slice(1))
    test(`the programs of other guides run as they are shown, ${language}`, async ({ assert }) => {
      const paging = await samplesOf(HOST, '/docs/guides/pagination')
      const said = await runSample(language, paging.get(`pagination-${language}`)!, {
        folder,
        key: client.secret,
      })
      assert.match(said, /^doc_\w{26} Contract of sale$/m)
      const verify = (await samplesOf(HOST, '/docs/guides/webhooks')).get(`verify-${language}`)!
      const call = calling(language)
      assert.equal(
        await runSample(language, verify + call(genuine('{"a":1}')), { folder }),
        'yes\n'
      )
      const forged = { ...genuine('{"a":1}'), body: '{"a":2}' }
      assert.equal(await runSample(language, verify + call(forged), { folder }), 'no\n')
    })

  test('the library of Standard Webhooks takes a delivery as it is shown', async ({ assert }) => {
    const samples = await samplesOf(HOST, '/docs/guides/webhooks')
    const { headers, body, secret } = genuine('{"a":1}')
    const call = (text: string) =>
      `\nconsole.log(eventOf(${JSON.stringify(headers)}, '${text}', ${JSON.stringify(secret)}))`
    const code = samples.get('library')!
    assert.equal(await runSample('node', code + call(body), { folder }), '{ a: 1 }\n')
    await assert.rejects(() => runSample('node', code + call('{"a":2}'), { folder }), /signature/)
  })

  test('the fields in their guide are one place, in points and in percent', async ({ assert }) => {
    const samples = await samplesOf(HOST, '/docs/guides/fields')
    const file = readFileSync(join(folder, 'contract.pdf')).toString('base64')
    for (const unit of ['points', 'percent']) {
      const { fields } = JSON.parse(`{${samples.get(unit)!}}`)
      const signers = [{ name: 'Ana Buyer', email: 'ana@example.test', fields }]
      const answer = await client.post('/api/v1/documents', { title: 'Sale', file, signers })
      assert.equal(answer.status, 201, answer.text)
      const [{ fields: placed }] = answer.body.signers as { fields: Record<string, number>[] }[]
      assert.approximately(placed[0].x, 60, 1)
      assert.approximately(placed[0].y, 700, 2)
    }
  })

  test('the requests in the guide to the sandbox are those that the reference runs', async ({
    assert,
  }) => {
    const guide = await samplesOf(HOST, '/docs/guides/sandbox')
    const reference = await samplesOf(HOST, '/docs/reference/sandbox')
    for (const language of LANGUAGES) {
      const advance = reference.get(`test.clock.advance-request-${language}`)
      assert.isDefined(advance)
      assert.equal(guide.get(`clock-${language}`), advance)
      assert.equal(guide.get(`reset-${language}`), reference.get(`test.reset-request-${language}`))
    }
  })

  for (const language of LANGUAGES)
    test(`every example of the reference asks for what there is, ${language}`, async ({
      assert,
    }) => {
      const tenant = await makeTenant({ withSandbox: true })
      await livesHere(tenant)
      const { secret: key } = await ApiClient.of(tenant, 'test')
      const codes = await referenceSamples(language)
      assert.lengthOf(codes, OPERATIONS.length)
      const said = await runAll(language, codes, { folder, key })
      assert.lengthOf(said.match(/^=== \S+$/gm) ?? [], OPERATIONS.length)
      assert.deepEqual(
        said.split(/^=== /m).filter((one) => MISTAKES.test(one) && !DESCRIPTION.test(one)),
        []
      )
      await livesHere(acme)
    })

  test('a typed client comes from the served description, and the program in docs runs with it', async ({
    assert,
  }) => {
    const { text } = await ask({ path: '/api/v1/openapi.json', headers: { host: HOST } })
    await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(text)))
    const code = (await samplesOf(HOST, '/docs/guides/typed-client')).get('client')!
    const written = readFileSync(app.makePath('docs/api/typed_client.md'), 'utf8')
    assert.include(written, code.replace(/http:\/\/127\.0\.0\.1:\d+/, 'https://acme.example'))
    const file = join(folder, 'quickstart.ts')
    await writeFile(file, code)
    assert.equal(await complaints(file), '')
    const env = { PATH: process.env.PATH, API_KEY: client.secret }
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder, env })
    assert.match(stdout, /^Sent: doc_\w{26}\n$/)
  })
})

/** Signers of the sandbox act and documents are sealed, as in the worker, while somebody waits for it. */
async function withWorker<T>(tenant: Tenant, wait: () => Promise<T>): Promise<T> {
  let isOver = false
  const working = (async () => {
    while (!isOver) {
      await doWork(tenant, 'sandbox.act', { environment: 'test', early: true })
      await doWork(tenant, 'seal', { environment: 'test' })
      await new Promise((done) => setTimeout(done, 100))
    }
  })()
  try {
    return await wait()
  } finally {
    isOver = true
    await working
  }
}

function genuine(body: string) {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const signed = { id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body }
  const sent = Object.entries(signatureHeaders(signed, [new Secret(secret)]))
  const headers = Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value]))
  return { headers, body, secret }
}

/** The line that a reader would write below the function: it says whether a delivery is genuine. */
function calling(language: Language) {
  return ({ headers, body, secret }: ReturnType<typeof genuine>): string => {
    const [h, b, s] = [JSON.stringify(headers), JSON.stringify(body), JSON.stringify(secret)]
    if (language === 'python')
      return `\nprint("yes" if is_genuine(${h}, ${b}.encode(), ${s}) else "no")`
    if (language === 'php')
      return `\necho is_genuine(json_decode('${h}', true), '${body}', ${s}) ? "yes\\n" : "no\\n";`
    return `\nconsole.log(isGenuine(${h}, ${b}, ${s}) ? 'yes' : 'no')`
  }
}

/** In the order of the reference, but that the key is revoked at the end. */
async function referenceSamples(language: Language): Promise<string[]> {
  const all: [string, string][] = []
  for (const { path } of REFERENCE) all.push(...(await samplesOf(HOST, path)))
  const own = all.filter(([id]) => id.endsWith(`-request-${language}`))
  const isLast = ([id]: [string, string]) => Number(id.startsWith('keys.current'))
  return own.toSorted((one, other) => isLast(one) - isLast(other)).map(([, code]) => code)
}

/** One program that runs the others in turn. */
const IN_TURN: Record<Language, (files: string[]) => string> = {
  curl: (files) => files.map((file) => `echo; echo "=== ${file}"; bash ${file}`).join('\n'),
  node: (files) =>
    files.map((file) => `console.log('\\n=== ${file}'); await import('./${file}')`).join('\n'),
  python: (files) =>
    files
      .map((file) => `print("\\n=== ${file}", flush=True)\nexec(open("${file}").read(), {})`)
      .join('\n'),
  php: (files) =>
    `<?php\n${files.map((file) => `echo "\\n=== ${file}\\n"; require '${file}';`).join('\n')}`,
}

async function runAll(
  language: Language,
  codes: string[],
  { folder, key }: { folder: string; key: string }
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const ending = { curl: 'sh', node: 'mjs', python: 'py', php: 'inc.php' }[language]
  const files = codes.map((_, index) => `example-${index}.${ending}`)
  await Promise.all(codes.map((code, index) => writeFile(join(folder, files[index]), code)))
  return runSample(language, IN_TURN[language](files), { folder, key })
}

/** @returns what the compiler complains of */
async function complaints(file: string): Promise<string> {
  const compiler = app.makePath('node_modules/typescript/bin/tsc')
  const options = '--noEmit --strict --skipLibCheck --target es2024 --module nodenext --types node'
  const all = [compiler, ...options.split(' '), '--allowImportingTsExtensions', file]
  const failed = (error: { stdout: string }) => error
  const { stdout } = await promisify(execFile)(process.execPath, all).catch(failed)
  return stdout
}
