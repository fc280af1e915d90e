import { globSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import { ERROR_CATALOGUE } from '#app/api/error_catalogue'
import { errorType } from '#app/api/error_type'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'

const API_CODE = /(?:readonly code = |listed\(\s*|code: )'([a-z_]+)'/g

function page(name: string): string {
  return readFileSync(app.makePath('docs/api', name), 'utf8')
}

/** The cells of every row of a page's tables that begins with a cell of this form. */
function rows(name: string, first: RegExp): string[][] {
  return page(name)
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
    )
    .filter(([cell]) => cell !== undefined && first.test(cell))
}

function codesIn(...paths: string[]): Set<string> {
  const texts = globSync(paths, { cwd: app.makePath('app') }).map((path) =>
    readFileSync(app.makePath('app', path), 'utf8')
  )
  return new Set(texts.flatMap((text) => [...text.matchAll(API_CODE)].map(([, code]) => code)))
}

test.group('API | documentation', () => {
  test('is found by words of guides, fields, statuses, and by what others call things', async ({
    assert,
  }) => {
    const host = hostOfTenant(await makeTenant())
    const found = async (question: string) => {
      const path = `/docs/search?part=found&q=${encodeURIComponent(question)}`
      const { text } = await ask({ path, headers: { host } })
      return [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    }
    for (const [question, place] of [
      ['hmac', '/docs/guides/webhooks#verify'],
      ['metadata', '/docs/reference/documents#documents.store'],
      ['429', '/docs/errors#rate_limited'],
      ['404', '/docs/errors#document_not_found'],
      ['expiresIn', '/docs/reference/documents#documents.extend'],
      ['redirectUrl', '/docs/reference/documents#documents.update'],
      ['documentUrl', '/docs/reference/signatures#signatures.send'],
      ['coordinates', '/docs/reference/documents#documents.show'],
      ['percent', '/docs/reference/documents#documents.store'],
      ['sequence', '/docs/guides/webhooks#receive'],
      ['webhook-signature', '/docs/guides/webhooks#verify'],
      ['whsec', '/docs/guides/webhooks'],
      ['verify webhook', '/docs/guides/webhooks#verify'],
      ['cancel', '/docs/reference/documents#documents.void'],
      ['php', '/docs/guides/quickstart#script'],
    ] as const)
      assert.include(await found(question), place, question)
    assert.isEmpty(await found('constructor'))
  })

  test('lists no code that nothing answers with', ({ assert }) => {
    const raised = codesIn('*/**/errors/*.ts', 'exceptions/*.ts')
    const idle = ERROR_CATALOGUE.filter(({ code }) => !raised.has(code))
    assert.isEmpty(idle)
  })

  test('lists every code of the API itself', ({ assert }) => {
    const known: string[] = ERROR_CATALOGUE.map(({ code }) => code)
    const own = codesIn('api/**/errors/*.ts', 'exceptions/*.ts')
    // the framework's own errors about a request, which no operation lets happen
    const secret = [...own].filter((code) => !known.includes(code) && code !== 'invalid_request')
    assert.isEmpty(secret)
  })

  test('says the same on its page as in the catalogue', ({ assert }) => {
    const written = rows('errors.md', /^\d{3}$/)
    const known = ERROR_CATALOGUE.map(({ status, code, meaning }) => [
      String(status),
      errorType(status),
      `\`${code}\``,
      meaning,
    ])
    assert.deepEqual(written, known)
  })

  test('lists every operation, under both styles of path, and no other', ({ assert }) => {
    const written = rows('operations.md', /^`[A-Z]+ \//).map(([cell]) => cell.replaceAll('`', ''))
    const routed = (prefix: string) =>
      router
        .toJSON()
        .root.filter(({ pattern }) => pattern.startsWith(prefix))
        .flatMap(({ methods, pattern }) =>
          methods
            .filter((method) => method !== 'HEAD')
            .map((method) => `${method} ${pattern.slice(prefix.length)}`)
        )
    assert.sameMembers(routed('/api/v1'), written)
    assert.sameMembers(
      routed('/api').filter((operation) => !operation.includes(' /v1/')),
      written
    )
  })

  test('is where the address in an error leads', async ({ assert }) => {
    const host = hostOfTenant(await makeTenant())
    const { body } = await ask({ path: '/api/v1/nothing', headers: { host } })
    const { pathname, hash, hostname } = new URL(String(body.error?.docUrl))
    assert.equal(hostname, host)
    const answer = await ask({ path: pathname, headers: { host } })
    assert.equal(answer.status, 200)
    assert.include(answer.text, `id="${hash.slice(1)}"`)
  })
})
