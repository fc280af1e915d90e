import { test } from '@japa/runner'
import { openSession } from '#app/identity/sessions/session_opening'
import User from '#app/identity/users/user'
import { OwnRegion } from '#app/identity/users/own_region'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'

test.group('Dashboard | time zone and language of one’s own', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
  })

  const person = async () => withPassword(acme, await makeUser(acme, 'member'))
  const now = ({ id }: User) => inLive(acme, () => User.findOrFail(id))
  async function browserOf(user: User): Promise<Visitor> {
    const visitor = new Visitor(acme, user)
    const { token } = await inLive(acme, () => openSession(user))
    visitor.cookies.set('session', token.release())
    return visitor
  }

  test('are saved, checked, and taken back', async ({ assert }) => {
    const user = await person()
    const visitor = await browserOf(user)
    const save = (values: Record<string, string>) => visitor.post('/account/region', values)
    assert.equal((await save({ timeZone: 'Asia/Kolkata', language: 'nl' })).status, 303)
    const { timeZone, language } = await now(user)
    assert.deepEqual({ timeZone, language }, { timeZone: 'Asia/Kolkata', language: 'nl' })
    const page = (await visitor.get('/account')).text
    assert.match(page, /<option value="Asia\/Kolkata" selected>/)
    assert.match(page, /<option value="nl" lang="nl" selected>/)
    for (const odd of ['Mars/Olympus', '+02:00', 'UTC\r\nX: 1'])
      assert.equal((await save({ timeZone: odd })).status, 422)
    assert.equal((await save({ language: 'xx' })).status, 422)
    assert.equal((await now(user)).timeZone, 'Asia/Kolkata')
    await save({ timeZone: '', language: 'en' })
    assert.isNull((await now(user)).timeZone)
  })

  test('write times of pages by the person’s clocks and name the zone, without any script', async ({
    assert,
  }) => {
    const user = await person()
    const visitor = await browserOf(user)
    const others = await browserOf(user)
    await others.get('/account')
    assert.match(
      (await visitor.get('/account')).text,
      /last seen <local-time precision="moment"><time [^>]+>[^<]+ UTC</
    )
    await visitor.post('/account/region', { timeZone: 'Asia/Kolkata', language: 'en' })
    assert.match(
      (await visitor.get('/account')).text,
      /last seen <local-time precision="moment" zone="Asia\/Kolkata"><time datetime="[^"]+Z">[^<]+ GMT\+5:30</
    )
  })

  test('begin with what the browser says at a log-in, once, and never with nonsense', async ({
    assert,
  }) => {
    const user = await person()
    const { email } = user
    const logIn = (timeZone: string) =>
      new Visitor(acme).post('/login', { email, password: PASSWORD, timeZone })
    for (const odd of ['', 'Mars/Olympus', '<b>']) {
      assert.equal((await logIn(odd)).status, 303)
      assert.isNull((await now(user)).timeZone)
    }
    await new Visitor(acme).post('/login', { email, password: 'wrong', timeZone: 'Asia/Tokyo' })
    assert.isNull((await now(user)).timeZone)
    await logIn('Europe/Lisbon')
    await logIn('Asia/Tokyo')
    assert.equal((await now(user)).timeZone, 'Europe/Lisbon')
    const stale = await inLive(acme, () => User.findOrFail(user.id))
    stale.timeZone = null
    await inLive(acme, () => OwnRegion.offer(stale, 'Asia/Tokyo'))
    assert.equal((await now(user)).timeZone, 'Europe/Lisbon')
  })

  test('are one’s own: nobody’s form changes them for somebody else', async ({ assert }) => {
    const [ana, ben] = [await person(), await person()]
    const visitor = await browserOf(ana)
    const values = { timeZone: 'Asia/Tokyo', language: 'de', id: ben.id, userId: ben.id }
    await visitor.post('/account/region', values)
    assert.isNull((await now(ben)).timeZone)
    const strangers = await new Visitor(acme).post('/account/region', values)
    assert.equal(strangers.headers.location, '/login')
  })
})
