import { connect } from 'node:net'
import { test } from '@japa/runner'
import env from '#start/env'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import { nameServers } from '#app/tenants/hosts/name_server'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask, hostOfTenant } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain } from '#tests/support/domain_hand'

const EVIL = 'evil.example'

/** Bytes as they are: what no HTTP client would send. */
function sendRaw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(env.get('PORT'), env.get('HOST'), () => socket.write(bytes))
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk))
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

const get = (path: string, ...heads: string[]) =>
  sendRaw(
    Buffer.from(
      [`GET ${path} HTTP/1.1`, ...heads, 'Connection: close', '', ''].join('\r\n'),
      'latin1'
    )
  )

/** Every header by which a proxy, honest or not, may tell of another host. */
const SECOND_OPINIONS = [
  'X-Forwarded-Host',
  'X-Forwarded-Server',
  'X-Host',
  'X-Original-Host',
  'X-HTTP-Host-Override',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Forwarded-Prefix',
  'True-Client-IP',
  'Forwarded',
]

test.group('Front door | host attacks', (group) => {
  let world: DnsWorld
  let acme: Tenant
  let other: Tenant
  let own: string
  let theirs: string

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', name: 'Acme Seals' })
    other = await makeTenant({ plan: 'enterprise', name: 'Other House' })
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    own = (await activeDomain(acme, `sign.acme${Date.now().toString(36)}.com`, world)).host
    theirs = (await activeDomain(other, `sign.other${Date.now().toString(36)}.com`, world)).host
    return async () => {
      nameServers.use()
      await world.close()
    }
  })

  const isNobodys = (answer: string) =>
    /^HTTP\/1\.1 4\d\d /.test(answer) && !/Acme Seals|Other House|<html/.test(answer)

  test('its own host is found, whatever the case and port', async ({ assert }) => {
    for (const name of [own, own.toUpperCase(), `${own}:443`, `${own}:1`])
      assert.include(await get('/login', `Host: ${name}`), 'Acme Seals', name)
  })

  for (const name of [
    'OWN.',
    'OWN..',
    '.OWN',
    'www.OWN',
    'OWN.evil.example',
    'evil.example#OWN',
    'OWN@evil.example',
    'user:pw@OWN',
    'OWN:80:80',
    'OWN:',
    'OWN:-1',
    'OWN:999999',
    'OWN, evil.example',
    'OWN evil.example',
    'OWN/login',
    'OWN\\login',
    'OWN?x',
    'http://OWN',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '127.0.0.1',
    '2130706433',
    '%41cme',
    'OWN%00',
    '*',
    '-',
    '_domain-challenge.OWN',
  ])
    test(`Host: ${name} is nobody’s`, async ({ assert }) => {
      const answer = await get('/login', `Host: ${name.replaceAll('OWN', own)}`)
      assert.isTrue(isNobodys(answer), answer.slice(0, 200))
    })

  for (const [what, byte] of [
    ['a null byte', '\0'],
    ['a line feed', '\n'],
    ['a letter beyond ASCII', '\xe9'],
    ['a Cyrillic а in UTF-8', '\xd0\xb0'],
    ['a soft hyphen', '\xc2\xad'],
    ['a tab', '\t'],
  ])
    test(`a host with ${what} is nobody’s`, async ({ assert }) => {
      for (const name of [`${own}${byte}${EVIL}`, `${byte}x.${own}`, `a${byte}b.com`])
        assert.isTrue(isNobodys(await get('/login', `Host: ${name}`)))
    })

  test('a very long host is nobody’s, and so is none at all', async ({ assert }) => {
    for (const length of [254, 4_000, 12_000, 40_000])
      assert.isTrue(isNobodys(await get('/login', `Host: ${'a'.repeat(length)}.${own}`)))
    assert.isTrue(isNobodys(await get('/login')))
    assert.isTrue(isNobodys(await get('/login', 'Host:')))
    assert.isTrue(isNobodys(await sendRaw(`GET /login HTTP/1.0\r\n\r\n`)))
  })

  test('two hosts are none, in whatever order and writing', async ({ assert }) => {
    for (const heads of [
      [`Host: ${own}`, `Host: ${EVIL}`],
      [`Host: ${EVIL}`, `Host: ${own}`],
      [`Host: ${own}`, `host: ${own}`],
      [`Host: ${own}`, `HOST: ${theirs}`],
      [`Host: ${own}`, ` ${EVIL}`],
      [`Host : ${own}`],
    ])
      assert.isTrue(isNobodys(await get('/login', ...heads)), heads.join(' | '))
  })

  test('a target that names a host of its own finds nothing, at whichever host', async ({
    assert,
  }) => {
    for (const target of [
      `http://${EVIL}/login`,
      `http://${theirs}/login`,
      `https://${own}/login`,
      `//${theirs}/login`,
      `http://${own}@${EVIL}/login`,
      `${theirs}:443`,
      '*',
    ]) {
      const answer = await get(target, `Host: ${own}`)
      assert.match(answer, /^HTTP\/1\.1 4\d\d /, target)
      assert.notInclude(answer, 'Other House')
      assert.notInclude(answer, EVIL)
    }
  })

  test('no other header has a say in whose host it is', async ({ assert }) => {
    for (const name of SECOND_OPINIONS) {
      const stranger = await get('/login', `Host: ${EVIL}`, `${name}: ${own}`)
      assert.isTrue(isNobodys(stranger), name)
      const mine = await get('/login', `Host: ${own}`, `${name}: ${theirs}`)
      assert.include(mine, 'Acme Seals', name)
      assert.notInclude(mine, 'Other House', name)
      assert.notInclude(mine, theirs, name)
    }
  })

  test('no answer repeats a host that a header has named', async ({ assert }) => {
    const forged = Object.fromEntries(
      SECOND_OPINIONS.map((name) => [
        name.toLowerCase(),
        name === 'Forwarded' ? `host=${EVIL}` : EVIL,
      ])
    )
    const olga = await Visitor.as(acme)
    const client = await ApiClient.of(acme, 'live', { scopes: ['documents:read', 'webhooks:read'] })
    const answers = [
      await olga.get('/documents', forged),
      await olga.get('/settings/domains', forged),
      await olga.get('/nothing', forged),
      await olga.get('/', forged),
      await new Visitor(acme).get('/documents', forged),
      await client.get('/api/v1/documents', forged),
      await client.get('/api/v1/nothing', forged),
      await ask({ path: '/sign/tok_nothing', headers: { host: own, ...forged } }),
      await ask({ path: '/docs/errors', headers: { host: own, ...forged } }),
    ]
    for (const { text, headers } of answers) {
      assert.notInclude(text, EVIL)
      assert.notInclude(JSON.stringify(headers), EVIL)
    }
  })

  test('redirects stay where they are, whatever the host is called', async ({ assert }) => {
    for (const [path, where] of [
      ['/', '/login?next=%2F'],
      ['/documents', '/login?next=%2Fdocuments'],
    ]) {
      const answer = await ask({ path, headers: { 'host': own, 'x-forwarded-host': EVIL } })
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.location, where)
    }
    for (const next of [
      `//${EVIL}`,
      `https://${EVIL}/documents`,
      `/\\${EVIL}`,
      `/documents\r\nX: y`,
    ]) {
      const olga = await Visitor.as(acme)
      const answer = await olga.get(`/login?next=${encodeURIComponent(next)}`)
      assert.equal(answer.status, 303)
      assert.match(String(answer.headers.location), /^\/documents/)
      assert.notInclude(String(answer.headers.location), EVIL)
    }
  })

  test('links of a document lead to the host on record, not to the one that was called', async ({
    assert,
  }) => {
    const client = await ApiClient.of(acme, 'test', {
      scopes: ['documents:write', 'documents:read', 'links:read'],
    })
    if (!acme.hasSandbox) await Provisioning.openSandbox(acme)
    const json = {
      file: Buffer.from(await makePdf()).toString('base64'),
      title: 'Contract',
      signers: [{ name: 'Ana', email: 'ana@example.test' }],
    }
    const sent = await client
      .at(hostOfTenant(acme))
      .post('/api/v1/documents', json, { 'x-forwarded-host': EVIL, 'forwarded': `host=${EVIL}` })
    assert.equal(sent.status, 201, sent.text)
    assert.notInclude(sent.text, EVIL)
    const [{ url }] = sent.body.signerLinks as { url: string }[]
    assert.equal(new URL(url).hostname, own)
    assert.equal(new URL(String(sent.body.trackingUrl)).hostname, own)
  })

  test('no cache may keep what one host was answered for another', async ({ assert }) => {
    for (const path of [
      '/login',
      '/documents',
      '/nothing',
      '/api/v1/nothing',
      '/sign/tok_x',
      '/',
    ]) {
      const answer = await ask({ path, headers: { host: own } })
      const rule = String(answer.headers['cache-control'])
      assert.match(rule, /no-store/, `${path}: ${rule}`)
    }
    const stranger = await ask({ path: '/login', headers: { host: EVIL } })
    assert.equal(stranger.headers['cache-control'], 'no-store')
  })
})
