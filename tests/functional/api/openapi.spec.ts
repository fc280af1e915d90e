import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'
import { test } from '@japa/runner'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ERROR_CATALOGUE } from '#app/api/error_catalogue'
import { OPERATIONS } from '#app/api/v1/operations/index'
import { requestSamples } from '#app/api/docs/request_samples'
import { openApiDocument } from '#app/api/v1/openapi/document'
import { servedDescription } from '#app/api/v1/openapi/served_description'
import { EVENT_CATALOGUE } from '#app/webhooks/events/event_catalogue'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'

const TEXT = JSON.stringify(openApiDocument('https://acme.signing.app'))

test.group('API | OpenAPI', () => {
  test('is served to anybody, for the host that was asked', async ({ assert }) => {
    const host = hostOfTenant(await makeTenant())
    for (const path of ['/api/v1/openapi.json', '/api/openapi.json']) {
      const { body, status, headers } = await ask({ path, headers: { host } })
      assert.equal(status, 200)
      assert.equal(headers['access-control-allow-origin'], undefined)
      assert.equal(body.openapi, '3.1.0')
      const [server] = body.servers as { url: string }[]
      assert.equal(new URL(server.url).hostname, host)
      assert.equal(new URL(server.url).pathname, '/api/v1')
    }
  })

  test('is put together once, for however many hosts', ({ assert }) => {
    const hosts = Array.from({ length: 20 }, (_, number) => `https://acme${number}.example`)
    const built = msOf(() =>
      hosts.slice(0, 5).forEach((host) => JSON.stringify(openApiDocument(host)))
    )
    assert.isBelow(
      msOf(() => hosts.forEach(servedDescription)),
      built
    )
    for (const host of hosts)
      assert.equal(servedDescription(host).text, JSON.stringify(openApiDocument(host)))
  })

  test('answers 304 to clients that have it, with another tag for every host', async ({
    assert,
  }) => {
    const path = '/api/v1/openapi.json'
    const host = hostOfTenant(await makeTenant())
    const first = await ask({ path, headers: { host } })
    const etag = String(first.headers.etag)
    assert.match(etag, /^"[0-9a-f]{64}"$/)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await ask({ path, headers: { host, 'if-none-match': known } })
      assert.equal(again.status, 304)
      assert.equal(again.text, '')
      assert.equal(again.headers.etag, etag)
    }
    const other = { 'host': hostOfTenant(await makeTenant()), 'if-none-match': etag }
    assert.equal((await ask({ path, headers: other })).status, 200)
  })

  test('lists what operations read from headers, and 304', ({ assert }) => {
    const { paths } = JSON.parse(TEXT)
    const headersOf = (path: string) =>
      paths[path].get.parameters.flatMap(({ $ref = '' }) => $ref.split('/').at(-1) || [])
    const ranged = ['Range', 'IfRange', 'IfNoneMatch']
    for (const path of ['/documents/{id}/file', '/documents/{id}/attachments/{field}']) {
      assert.sameMembers(headersOf(path), ranged)
      assert.notProperty(paths[path].get.responses['304'], 'content')
      assert.sameMembers(Object.keys(paths[path].get.responses['304'].headers), [
        ...['X-Request-Id', 'ETag', 'RateLimit', 'RateLimit-Policy'],
        ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
      ])
    }
    assert.sameMembers(headersOf('/openapi.json'), ['IfNoneMatch'])
    assert.property(paths['/openapi.json'].get.responses, '304')
    assert.deepEqual(headersOf('/documents/{id}/certificate'), [])
  })

  test('describes forms as they are read', ({ assert }) => {
    const { paths, components } = JSON.parse(TEXT)
    const formOf = (path: string) => paths[path].post.requestBody.content['multipart/form-data']
    assert.containSubset(formOf('/templates').encoding, {
      teams: { contentType: 'application/json' },
    })
    for (const name of ['NewDocumentForm', 'NewTemplateForm']) {
      const { file } = components.schemas[name].properties
      assert.containSubset(file, { type: 'array', minItems: 1, maxItems: 10 })
      assert.containSubset(file.items, { type: 'string', format: 'binary' })
    }
    assert.equal(components.schemas.FileToVerifyForm.properties.file.format, 'binary')
  })

  test('promises a Location only for what has an address', ({ assert }) => {
    const { paths } = JSON.parse(TEXT)
    const headersOf = (path: string) => Object.keys(paths[path].post.responses['201'].headers)
    assert.include(headersOf('/documents'), 'Location')
    for (const links of ['editor-links', 'signers/{sid}/embed-links'])
      assert.notInclude(headersOf(`/documents/{id}/${links}`), 'Location')
    assert.notInclude(headersOf('/documents/{id}/signers/{sid}/in-person-links'), 'Location')
  })

  test('offers repetition where answers are kept, and says when to repeat', ({ assert }) => {
    const { paths, components } = JSON.parse(TEXT)
    for (const operation of [paths['/verify'].post, paths['/keys/current'].delete]) {
      assert.notInclude(JSON.stringify(operation.parameters), 'IdempotencyKey')
      assert.notProperty(operation.responses['200'].headers, 'Idempotent-Replayed')
      assert.notProperty(operation.responses, '409')
    }
    const conflicts = Object.entries<{ description: string; headers: object }>(components.responses)
    for (const [name, { description, headers }] of conflicts)
      if (description.includes('`idempotency_in_progress`'))
        assert.property(headers, 'Retry-After', name)
  })

  test('shows ids in paths that can be', ({ assert }) => {
    const { paths } = JSON.parse(TEXT)
    const exampleOf = (path: string, method: string, called: string) =>
      paths[path][method].parameters.find(({ name }: { name: string }) => name === called).example
    const question = '/documents/{id}/questions/{question}/answer'
    assert.match(exampleOf(question, 'post', 'question'), /^qst_/)
    assert.match(exampleOf('/documents/{id}/attachments/{field}', 'get', 'field'), /^fld_/)
    assert.notMatch(TEXT, /"id_01m7y40e2r6eqbqt8qhhqb7vwv"/)
  })

  test('shows tenants in a status that there is', ({ assert }) => {
    const statuses = { created: 'ready', suspended: 'suspended', resumed: 'ready' }
    for (const [verb, status] of Object.entries(statuses)) {
      const { schema, example } = EVENT_CATALOGUE.find(({ name }) => name === `tenant.${verb}`)!
      assert.containSubset(example, { data: { status } })
      assert.include(JSON.stringify(schema), '"enum":["provisioning","ready","suspended"]')
    }
  })

  test('saves archives in samples as archives', ({ assert }) => {
    for (const [name, file] of [
      ['documents.evidence', 'answer.zip'],
      ['documents.files.archive', 'answer.zip'],
      ['documents.certificate', 'answer.pdf'],
    ]) {
      const operation = OPERATIONS.find((one) => one.name === name)!
      for (const { code } of requestSamples(operation, 'https://acme.example'))
        assert.include(code, file)
    }
  })

  test('satisfies Redocly', async ({ assert }) => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: TEXT, absoluteRef: '/openapi.json', config })
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0].pointer]),
      []
    )
  })

  test('satisfies Spectral', async ({ assert }) => {
    const linter = new spectral.Spectral()
    linter.setRuleset({ extends: [rulesets.oas as never], rules: {} })
    const problems = await linter.run(new spectral.Document(TEXT, parsers.Json, 'openapi.json'))
    assert.deepEqual(
      problems.map(({ code, message, path }) => [code, message, path.join('.')]),
      []
    )
  })

  test('has every operation, every code of error and every event', ({ assert }) => {
    const document = JSON.parse(TEXT)
    const described = Object.entries<Record<string, { operationId: string }>>(document.paths)
    const ids = described.flatMap(([, methods]) =>
      Object.values(methods).map(({ operationId }) => operationId)
    )
    assert.lengthOf(ids, OPERATIONS.length)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, /^[a-z]+(?:[A-Z][a-z]+)+$/)
    assert.includeMembers(ids, ['createDocument', 'listDocuments', 'getDocument', 'voidDocument'])
    const codes = document.components.schemas.ErrorCode.enum
    assert.sameMembers(
      codes,
      ERROR_CATALOGUE.map(({ code }) => code)
    )
    assert.sameMembers(
      Object.keys(document.webhooks),
      EVENT_CATALOGUE.map(({ name }) => name)
    )
  })

  test('says what every field and every parameter is', ({ assert }) => {
    const document = JSON.parse(TEXT)
    const silent: string[] = []
    const listen = (described: Described, place: string) => {
      if (!described.$ref && !described.description) silent.push(place)
    }
    everyProperty(document, '', listen)
    const { schemas, ...components } = document.components
    for (const [name, schema] of Object.entries(schemas)) listen(schema as Described, name)
    for (const [path, methods] of Object.entries<Record<string, Operated>>(document.paths)) {
      for (const { parameters } of Object.values(methods)) {
        parameters.forEach((parameter) => listen(parameter, `${path} ${parameter.name}`))
      }
    }
    for (const part of ['parameters', 'headers']) {
      for (const [name, shown] of Object.entries(components[part])) listen(shown as Described, name)
    }
    assert.deepEqual(silent, [])
  })

  test('has names that people use, and a type wherever values are listed', ({ assert }) => {
    const { components } = JSON.parse(TEXT)
    assert.includeMembers(Object.keys(components.schemas), [
      ...['NewDocument', 'NewSigner', 'NewField', 'NewWebhook', 'NewTenant', 'Document', 'Signer'],
    ])
    for (const name of Object.keys(components.responses)) assert.match(name, /^[A-Za-z]{5,20}\d*$/)
    const untyped = TEXT.match(/\{(?:"description":"[^"]*",)?"(?:enum|const)":/g) ?? []
    assert.deepEqual(untyped, [])
  })

  test('shows a body of every operation that takes one', ({ assert }) => {
    const without = OPERATIONS.filter(({ body, example }) => body && !example)
    assert.deepEqual(
      without.map(({ name }) => name),
      []
    )
  })

  test('shows examples that fit their schemas', ({ assert }) => {
    const document = JSON.parse(TEXT)
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'api', ...document })
    const wrong: string[] = []
    visit(document, '', (media, index) => {
      const schema = { $ref: `api#${index}/schema` }
      const validate = ajv.compile(schema)
      if (!validate(media.example)) wrong.push(`${index}: ${ajv.errorsText(validate.errors)}`)
    })
    assert.deepEqual(wrong, [])
    for (const { schema, example } of EVENT_CATALOGUE) assert.isTrue(ajv.validate(schema, example))
  })
})

function msOf(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

type Media = { schema: unknown; example: unknown }

interface Described {
  $ref?: string
  description?: string
}

interface Operated {
  parameters: (Described & { name: string })[]
}

/** Whatever stands under `properties`, except where it is somebody's data. */
function everyProperty(
  value: unknown,
  place: string,
  look: (schema: Described, place: string) => void
): void {
  if (typeof value !== 'object' || value === null) return
  const properties = Array.isArray(value)
    ? {}
    : ((value as { properties?: object }).properties ?? {})
  for (const [name, schema] of Object.entries(properties)) look(schema, `${place}.${name}`)
  for (const [key, inner] of Object.entries(value)) {
    if (!/^examples?$/.test(key)) everyProperty(inner, `${place}/${key}`, look)
  }
}

function visit(value: unknown, place: string, look: (media: Media, place: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('schema' in value && 'example' in value) look(value as Media, place)
  for (const [key, inner] of Object.entries(value)) {
    visit(inner, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, look)
  }
}
