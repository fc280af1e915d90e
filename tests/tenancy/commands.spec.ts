import ace from '@adonisjs/core/services/ace'
import hash from '@adonisjs/core/services/hash'
import { test } from '@japa/runner'
import { PlatformTrail } from '#app/audit/platform_trail'
import { randomBase62 } from '#app/foundation/opaque_token'
import TenantCreate from '#app/cli/tenant_create'
import TenantList from '#app/cli/tenant_list'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Brand from '#app/brand/brand'
import Tenant from '#app/tenants/tenant'
import { aceProcess } from '#tests/support/node_process'

const newSlug = () => `c${randomBase62(10).toLowerCase()}`

test.group('Commands for tenants', (group) => {
  group.setup(() => {
    ace.ui.switchMode('raw')
    return () => ace.ui.switchMode('normal')
  })

  const run = async (command: typeof TenantCreate | typeof TenantList, args: string[]) => {
    const made = await ace.create<typeof TenantCreate | typeof TenantList>(command, args)
    made.logger.flushLogs()
    await made.exec()
    const lines = made.logger.getLogs().map(({ message }) => message)
    return { exitCode: made.exitCode, lines }
  }

  const ownerOf = (tenant: Tenant) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      CurrentTenant.batch([{ text: 'select email, password_hash as hash, role from users' }])
    )

  test('make a tenant and print how to log in', async ({ assert }) => {
    const slug = newSlug()
    const owner = `Owner@${slug}.test`
    const { lines } = await run(TenantCreate, [
      'Acme & Söhne',
      `--slug=${slug}`,
      `--owner=${owner}`,
      '--plan=business',
      '--color=#aa0033',
      '--json',
    ])
    assert.lengthOf(lines, 1)
    const { id, password, ...rest } = JSON.parse(lines[0])
    assert.containSubset(rest, { slug, name: 'Acme & Söhne', plan: 'business', owner })
    assert.equal(rest.host, `${slug}.localhost`)
    const tenant = await Tenant.findOrFail(id)
    const [[user]] = await ownerOf(tenant)
    assert.equal(user.email, owner.toLowerCase())
    assert.equal(user.role, 'owner')
    assert.isTrue(await hash.verify(String(user.hash), password))
    const brand = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      Brand.current()
    )
    assert.equal(brand.color, '#aa0033')
  })

  test('do not print a password that was given', async ({ assert }) => {
    const slug = newSlug()
    const password = 'correct horse battery'
    const { lines } = await run(TenantCreate, [
      'Acme',
      `--slug=${slug}`,
      `--owner=o@${slug}.test`,
      `--password=${password}`,
    ])
    assert.notInclude(lines.join('\n'), password)
    const [[user]] = await ownerOf(await Tenant.findByOrFail('slug', slug))
    assert.isTrue(await hash.verify(String(user.hash), password))
  })

  test('refuse in a sentence and leave nothing behind: {why}')
    .with([
      { why: 'an unknown plan', args: ['--plan=golden'], sentence: /There is no plan golden/ },
      { why: 'no address', args: ['--owner=nobody'], sentence: /owner .* valid email/ },
      { why: 'a short password', args: ['--password=short'], sentence: /at least 12/ },
      { why: 'no colour', args: ['--color=red'], sentence: /color field/ },
      { why: 'an unknown cell', args: ['--cell=nowhere'], sentence: /cell is invalid/ },
    ])
    .run(async ({ assert }, { args, sentence }) => {
      const slug = newSlug()
      const { exitCode, lines } = await run(TenantCreate, [
        'X',
        `--slug=${slug}`,
        ...(args[0].startsWith('--owner') ? [] : ['--owner=o@x.test']),
        ...args,
      ])
      assert.equal(exitCode, 1)
      assert.match(lines.join('\n'), sentence)
      assert.isNull(await Tenant.findBy('slug', slug))
    })

  test('list every tenant', async ({ assert }) => {
    const slug = newSlug()
    await run(TenantCreate, ['Listed', `--slug=${slug}`, '--owner=o@x.test'])
    const { lines } = await run(TenantList, ['--json'])
    const listed = JSON.parse(lines[0])
    const [noted] = await PlatformTrail.read({ limit: 1 })
    assert.equal(noted.action, 'tenant.ordered')
    assert.equal(noted.personal.slug, slug)
    assert.containSubset(listed, [{ slug, name: 'Listed', status: 'ready', cell: 'main' }])
    assert.lengthOf(listed, (await Tenant.query()).length)
    assert.notInclude(lines[0], 'passwordHash')
  })

  test('say on the error stream and with 1 what is refused, as a process of their own', async ({
    assert,
  }) => {
    const { code, output } = await aceProcess([
      'tenant:create',
      'X',
      '--slug=www',
      '--owner=o@x.test',
    ])
    assert.equal(code, 1)
    assert.match(output, /A slug is 1 to 40/)
    assert.notMatch(output, /\.ts:\d+/)
  })
})
