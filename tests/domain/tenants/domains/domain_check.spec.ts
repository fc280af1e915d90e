import { test } from '@japa/runner'
import type Domain from '#app/tenants/domains/domain'
import { checkDomain } from '#app/tenants/domains/domain_check'
import { outcomeOf, verdictOn, type ServerAnswer } from '#app/tenants/domains/domain_findings'
import { nameServers, NameServer } from '#app/tenants/hosts/name_server'
import { DnsWorld } from '#tests/support/dns_world'

const TARGET = 'k3v9.edge.example.net'
const HOST = 'sign.acme.com'
const PROOF = `_domain-challenge.${HOST}`
const claim = (kind = 'host') => ({ host: HOST, kind, challenge: 'secret' }) as Domain

test.group('Domain check', (group) => {
  let worlds: DnsWorld[]

  group.each.setup(async () => {
    worlds = await Promise.all([DnsWorld.open(), DnsWorld.open(), DnsWorld.open()])
    return async () => {
      nameServers.use()
      await Promise.all(worlds.map((world) => world.close()))
    }
  })

  const ask = async (count = 1, kind = 'host') => {
    nameServers.use(worlds.slice(0, count).map((world) => world.asServer()))
    const findings = await checkDomain(claim(kind), TARGET)
    const [proof, address] = findings.records
    return { findings, proof, address, outcome: outcomeOf(findings) }
  }
  const write = (count = 1) => {
    for (const world of worlds.slice(0, count)) {
      world.write(PROOF, { TXT: ['v=spf1 -all', 'secret'] })
      world.write(HOST, { CNAME: TARGET })
    }
  }

  test('finds both records where they stand', async ({ assert }) => {
    write()
    const { outcome, proof, address } = await ask()
    assert.equal(outcome, 'right')
    assert.deepEqual(proof.answers[0].found.toSorted(), ['secret', 'v=spf1 -all'])
    assert.deepEqual(address.answers[0].found, [TARGET])
  })

  test('says that nothing is there, for a name that does not exist and one without such records', async ({
    assert,
  }) => {
    const nothing = await ask()
    assert.deepEqual([nothing.proof.verdict, nothing.address.verdict], ['missing', 'missing'])
    worlds[0].write(PROOF, { A: ['192.0.2.1'] })
    worlds[0].write(HOST, { TXT: ['hello'] })
    const without = await ask()
    assert.deepEqual([without.proof.verdict, without.address.verdict], ['missing', 'missing'])
  })

  test('shows what stands there instead', async ({ assert }) => {
    worlds[0].write(PROOF, { TXT: ['secre'] })
    worlds[0].write(HOST, { CNAME: 'other.edge.example.net' })
    const { proof, address, outcome } = await ask()
    assert.equal(outcome, 'gone')
    assert.deepEqual([proof.verdict, proof.answers[0].found], ['wrong', ['secre']])
    assert.deepEqual(
      [address.verdict, address.answers[0].found],
      ['wrong', ['other.edge.example.net']]
    )
  })

  test('follows a name over other names to the target, and not in circles', async ({ assert }) => {
    write()
    worlds[0].write(HOST, { CNAME: 'lb.acme.com' })
    worlds[0].write('lb.acme.com', { CNAME: TARGET })
    assert.equal((await ask()).address.verdict, 'found')
    worlds[0].write('lb.acme.com', { CNAME: HOST })
    assert.equal((await ask()).address.verdict, 'wrong')
  })

  test('accepts the addresses of the target, for the top of a zone has no CNAME', async ({
    assert,
  }) => {
    worlds[0].write(TARGET, { A: ['192.0.2.1', '192.0.2.2'] })
    worlds[0].write(HOST, { A: ['192.0.2.2'] })
    assert.equal((await ask()).address.verdict, 'found')
    worlds[0].write(HOST, { A: ['192.0.2.2', '198.51.100.9'] })
    const { address } = await ask()
    assert.equal(address.verdict, 'wrong')
    assert.sameMembers(address.answers[0].found, ['192.0.2.2', '198.51.100.9'])
  })

  test('asks a base for a name below it that nobody can have made, each time another', async ({
    assert,
  }) => {
    worlds[0].write(PROOF, { TXT: ['secret'] })
    worlds[0].write(`*.${HOST}`, { CNAME: TARGET })
    assert.equal((await ask(1, 'base')).outcome, 'right')
    assert.equal((await ask(1, 'base')).outcome, 'right')
    const labels = worlds[0].asked.filter((name) => /^w[0-9a-f]{16}\./.test(name))
    assert.equal(new Set(labels).size, 2)
    worlds[0].erase(`*.${HOST}`)
    worlds[0].write(`www.${HOST}`, { CNAME: TARGET })
    assert.equal((await ask(1, 'base')).outcome, 'gone')
  })

  for (const mood of ['servfail', 'refused'] as const)
    test(`takes a server that answers ${mood} for an outage, not for an answer`, async ({
      assert,
    }) => {
      write(3)
      worlds[0].mood = mood
      const alone = await ask()
      assert.deepEqual([alone.proof.verdict, alone.outcome], ['unclear', 'undecided'])
      assert.isNotNull(alone.proof.answers[0].error)
      assert.equal((await ask(2)).outcome, 'right')
      worlds[1].mood = mood
      assert.equal((await ask(3)).outcome, 'undecided')
    })

  test('takes silence for an outage too', async ({ assert }) => {
    nameServers.use([worlds[0].asServer()])
    worlds[0].mood = 'silent'
    const { error, found } = await worlds[0].asServer().texts(PROOF)
    assert.equal(error, 'ETIMEOUT')
    assert.deepEqual(found, [])
  })

  test('takes a server that cannot be reached for an outage', async ({ assert }) => {
    nameServers.use([new NameServer('nowhere', '127.0.0.1:1')])
    assert.equal(outcomeOf(await checkDomain(claim(), TARGET)), 'undecided')
  })

  test('waits for servers that are not of one mind', async ({ assert }) => {
    write(1)
    const { findings, outcome } = await ask(2)
    assert.deepEqual(
      findings.records.map(({ verdict }) => verdict),
      ['spreading', 'spreading']
    )
    assert.equal(outcome, 'undecided')
  })

  test('keeps little of what strangers write', async ({ assert }) => {
    worlds[0].write(PROOF, { TXT: Array.from({ length: 12 }, () => 'x'.repeat(200)) })
    const { proof } = await ask()
    assert.isAtMost(proof.answers[0].found.length, 8)
  })
})

test.group('Domain verdict', () => {
  const says = (text: string): ServerAnswer[] =>
    [...text].map((letter) => ({
      server: 'x',
      found: letter === '+' || letter === 'w' ? ['y'] : [],
      isRight: letter === '+',
      error: letter === '?' ? 'ESERVFAIL' : null,
    }))

  for (const [answers, verdict] of [
    ['+', 'found'],
    ['++', 'found'],
    ['+?', 'found'],
    ['+??', 'unclear'],
    ['?', 'unclear'],
    ['-', 'missing'],
    ['--', 'missing'],
    ['-?', 'missing'],
    ['-??', 'unclear'],
    ['w', 'wrong'],
    ['w-', 'wrong'],
    ['+-', 'spreading'],
    ['+w', 'spreading'],
    ['+-?', 'spreading'],
  ] as const)
    test(`on ${answers} is ${verdict}`, ({ assert }) => {
      assert.equal(verdictOn(says(answers)), verdict)
    })
})
