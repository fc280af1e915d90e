import { FormData } from 'undici'
import { test } from '@japa/runner'
import drive from '@adonisjs/drive/services/main'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { Teamwork } from '#app/identity/teams/teamwork'
import { TeamHold } from '#app/identity/teams/team_hold'
import User from '#app/identity/users/user'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import type Tenant from '#app/tenants/tenant'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { makeDocument } from '#tests/factories/document_factory'
import { inLive, newDocument, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { someoneWaits } from '#tests/support/waiting_statements'
import { until } from '#tests/support/until'

const BY = { type: 'user', id: 'usr_by', name: 'By' } as const

test.group('Dashboard | a team that ends while something is made for it', (group) => {
  let acme: Tenant
  let olga: Visitor
  let heir: Visitor
  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    olga = await Visitor.as(acme)
    heir = await Visitor.as(acme, 'member')
  })

  const teamOf = (name: string, { user }: Visitor) =>
    inLive(acme, async () => {
      const id = await new Teamwork(BY).create(name)
      await new Teamwork(BY).add(id, user!)
      return id
    })
  const heldBy = (holderId: string, environment: Environment = 'live') =>
    CurrentTenant.run({ tenant: acme.ref, environment }, async () => {
      const text = `select id from documents where holder_id = $1 union all select id from templates where holder_id = $1
        union all select id from bulk_sends where holder_id = $1`
      const [rows] = await CurrentTenant.batch([{ text, values: [holderId] }])
      return rows.length
    })
  const remove = (id: string, to = heir.user!.email, once = '') =>
    olga.post(`/settings/teams/${id}/delete`, { heir: to, ...(once && { once }) })

  /** Something happens once, while a file is on its way to the disk. */
  async function during<T>(happening: () => unknown, work: () => Promise<T>): Promise<T> {
    const disk = drive.use()
    const { put } = disk
    disk.put = async (...given) => {
      disk.put = put
      await happening()
      return put.apply(disk, given)
    }
    try {
      return await work()
    } finally {
      disk.put = put
    }
  }

  test('refuses the document in its form, and gives it to nobody', async ({ assert }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Deleted', maker)
    const form = await newDocument({ team })
    const answer = await during(
      () => remove(team),
      () => maker.upload('/documents', form)
    )
    assert.equal(answer.status, 422)
    assert.include(answer.text, 'You are no longer in this team')
    assert.equal(await heldBy(team), 0)
  })

  test('refuses a document that is made of a template', async ({ assert }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Deleted, too', maker)
    const { id } = await inLive(acme, () => makeTemplate({}, { by: { ...BY, id: maker.user!.id } }))
    const people = {
      'people[0][name]': 'Ana Buyer',
      'people[0][email]': 'ana@example.test',
      'people[1][name]': 'Ben Seller',
      'people[1][email]': 'ben@example.test',
    }
    const values = { team, title: 'Sale', ...people }
    const answer = await during(
      () => remove(team),
      () => maker.post(`/templates/${id}/use`, values)
    )
    assert.equal(answer.status, 422)
    assert.include(answer.text, 'You are no longer in this team')
    assert.equal(await heldBy(team), 0)
  })

  test('refuses a list of a bulk send, and gives it to nobody', async ({ assert, cleanup }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Deleted, as well', maker)
    const making = { holderId: team, by: { ...BY, id: maker.user!.id } }
    const { id } = await inLive(acme, () => makeTemplate({}, making))
    const { prepare } = BulkSends
    cleanup(() => void (BulkSends.prepare = prepare))
    BulkSends.prepare = async (...given) => {
      BulkSends.prepare = prepare
      await remove(team)
      return prepare(...given)
    }
    const form = new FormData()
    const csv =
      'Buyer name,Buyer email,Seller name,Seller email\nAna,ana@example.test,Ben,ben@example.test\n'
    form.append('file', new File([csv], 'people.csv', { type: 'text/csv' }))
    const answer = await maker.upload(`/templates/${id}/bulk-sends`, form)
    assert.equal(answer.status, 422)
    assert.include(answer.text, 'You are no longer in this team')
    assert.equal(await heldBy(team), 0)
  })

  test('refuses it to somebody who was taken out meanwhile', async ({ assert }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Left', maker)
    const form = await newDocument({ team })
    const answer = await during(
      () => inLive(acme, () => new Teamwork(BY).take(team, maker.user!)),
      () => maker.upload('/documents', form)
    )
    assert.equal(answer.status, 422)
    assert.equal(await heldBy(team), 0)
  })

  /** The sandbox makes a document for a team just before it is gone. */
  async function removeBeside(
    team: string,
    maker: Visitor,
    to?: string,
    once?: string
  ): Promise<number> {
    const { remove: end } = Teamwork.prototype
    Teamwork.prototype.remove = async function (...given) {
      const form = await newDocument({ team })
      const { status } = await elsewhere(() => maker.upload('/test/documents', form))
      if (status !== 303) throw new Error(`The document was answered with ${status}`)
      return end.apply(this, given)
    }
    const elsewhere = <T>(work: () => Promise<T>) => work()
    const removed = remove(team, to, once).finally(() => (Teamwork.prototype.remove = end))
    return (await removed).status
  }

  /** The process dies once the team is gone, before the last is handed over. */
  async function removeAndDie(team: string, maker: Visitor, to?: string): Promise<void> {
    const { outlast } = TeamHold
    TeamHold.outlast = () => Promise.reject(new Error('the process died'))
    await removeBeside(team, maker, to).finally(() => (TeamHold.outlast = outlast))
  }

  test('hands over what the sandbox made for it until it was gone', async ({ assert }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Tried', maker)
    await removeBeside(team, maker)
    assert.equal(await heldBy(team, 'test'), 0)
    assert.equal(await heldBy(heir.user!.id, 'test'), 1)
  })

  test('hands over what the sandbox had begun to make for it before it was gone', async ({
    assert,
  }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Tried at the end', maker)
    const begun = Promise.withResolvers<void>()
    const removed = begun.promise.then(() => remove(team))
    const made = CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
      unit(async () => {
        await makeDocument({ holderId: team }, { send: false })
        await TeamHold.keep(team, maker.user!.id)
        begun.resolve()
        await Promise.race([until(someoneWaits), removed])
      })
    )
    await made
    assert.equal((await removed).status, 303)
    assert.equal(await heldBy(team, 'test'), 0)
  })

  test('leaves what the sandbox made for it to those who deleted it where it held nothing before', async ({
    assert,
  }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Tried without an heir', maker)
    await removeBeside(team, maker, '')
    assert.equal(await heldBy(team, 'test'), 0)
    assert.equal(await heldBy(olga.user!.id, 'test'), 1)
  })

  test('hands over what the sandbox made for it when its form is sent again, where that waited for too long', async ({
    assert,
    cleanup,
  }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Tried for too long', maker)
    const once = 'a-form-of-a-team-that-ends'
    const { outlast } = TeamHold
    cleanup(() => void (TeamHold.outlast = outlast))
    TeamHold.outlast = async () => {
      TeamHold.outlast = outlast
      const waited = 'canceling statement due to lock timeout'
      throw Object.assign(new Error(waited), { code: '55P03' })
    }
    assert.equal(await removeBeside(team, maker, '', once), 503)
    assert.equal((await remove(team, '', once)).status, 303)
    assert.equal(await heldBy(team, 'test'), 0)
  })

  test('hands over what the sandbox made for it where the process died before it could', async ({
    assert,
  }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Tried until the end', maker)
    await removeAndDie(team, maker)
    assert.equal(await heldBy(team, 'test'), 1)
    const before = await heldBy(heir.user!.id, 'test')
    await doWork(acme, 'team.hand_over', { early: true })
    assert.equal(await heldBy(team, 'test'), 0)
    assert.equal(await heldBy(heir.user!.id, 'test'), before + 1)
  })

  test('leaves to an owner what was to go to somebody who has left as well', async ({ assert }) => {
    const [maker, late] = [await Visitor.as(acme, 'member'), await Visitor.as(acme, 'member')]
    const team = await teamOf('Tried too late', maker)
    await removeAndDie(team, maker, late.user!.email)
    await inLive(acme, async () =>
      (await User.findOrFail(late.user!.id)).merge({ disabledAt: clock.now() }).save()
    )
    const before = await heldBy(olga.user!.id, 'test')
    await doWork(acme, 'team.hand_over', { early: true })
    assert.equal(await heldBy(team, 'test'), 0)
    assert.equal(await heldBy(olga.user!.id, 'test'), before + 1)
  })
})
