import { test } from '@japa/runner'
import { postgresUrl, serversOf, urlOfServer } from '#app/foundation/postgres_address'

test.group('Address of PostgreSQL', () => {
  test('of one server stays as it was written', ({ assert }) => {
    const address = 'postgres://countersign@db.example.com:5432/countersign?sslmode=require'
    assert.equal(postgresUrl(address), address)
    assert.deepEqual(serversOf(address), [])
  })

  test('of several is a URL of the first that knows them all, in their order', ({ assert }) => {
    const url = postgresUrl(
      'postgres://countersign:secret@db1:5433,db2.example.com,[::1]:5434/countersign?target_session_attrs=read-write&sslmode=require'
    )
    const { host, username, password, pathname, searchParams } = new URL(url)
    assert.deepEqual(
      [host, username, password, pathname],
      ['db1:5433', 'countersign', 'secret', '/countersign']
    )
    assert.equal(searchParams.get('sslmode'), 'require')
    const servers = serversOf(url)
    assert.deepEqual(servers, [
      { host: 'db1', port: 5433 },
      { host: 'db2.example.com', port: 5432 },
      { host: '::1', port: 5434 },
    ])
    assert.equal(
      urlOfServer(url, servers[2]),
      'postgres://countersign:secret@[::1]:5434/countersign?sslmode=require'
    )
  })

  test('of a socket has the folder of that beside a host, with which it is a URL', ({ assert }) => {
    const folder = 'host=/var/run/postgresql'
    for (const [written, url] of [
      ['@/countersign', '@localhost/countersign'],
      ['@:5433/countersign', '@localhost:5433/countersign'],
      ['@127.0.0.1/countersign', '@127.0.0.1/countersign'],
    ]) {
      const made = postgresUrl(`postgres://countersign${written}?${folder}`)
      assert.equal(made, `postgres://countersign${url}?${folder}`)
      assert.equal(new URL(made).username, 'countersign')
      assert.deepEqual(serversOf(made), [])
    }
  })

  test('is refused where it asks for less than to write, or names a host that is none', ({
    assert,
  }) => {
    assert.throws(
      () => postgresUrl('postgres://c@db1,db2/c?target_session_attrs=any'),
      /only read-write/
    )
    assert.throws(() => postgresUrl('postgres://c@db1,/c'), /a comma without a host/)
  })
})
