import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { Sharing } from '#app/documents/sharing/sharing'
import Document from '#app/documents/document'
import { Team } from '#app/identity/teams/team'
import { TeamHold } from '#app/identity/teams/team_hold'
import { Teamwork } from '#app/identity/teams/teamwork'
import { unit } from '#app/tenancy/current_tenant'
import { guessedMapping } from '#app/templates/bulk/column_mapping'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { until } from '#tests/support/until'
import { someoneWaits } from '#tests/support/waiting_statements'

const BY = { type: 'user', id: 'usr_by', name: 'By' } as const

test.group('Dashboard | a team that is deleted while it is given something', (group) => {
  let acme: Tenant
  let olga: Visitor
  let heir: Visitor
  group.setup(async () => {
    // the handover of a sandbox would wait first
    acme = await makeTenant({ plan: 'enterprise' })
    olga = await Visitor.as(acme)
    heir = await Visitor.as(acme, 'member')
  })

  const teamOf = (name: string) => inLive(acme, () => new Teamwork(BY).create(name))
  const isThere = (id: string) => inLive(acme, async () => (await Team.find(id)) !== null)
  const holderOf = (id: string) =>
    inLive(acme, async () => (await Document.findOrFail(id)).holderId)
  const documentOf = ({ user }: Visitor) =>
    inLive(acme, () => {
      const { id, name } = user!
      return makeDocument({ signers: [ANA], by: { type: 'user', id, name } })
    })

  /** A unit that has begun, and goes on once the other waits for it. @returns what the other came to */
  async function beside<T>(
    begin: () => Promise<unknown>,
    other: () => Promise<T>,
    goOn: () => Promise<unknown> = async () => {}
  ): Promise<T> {
    const begun = Promise.withResolvers<void>()
    const holding = inLive(acme, () =>
      unit(async () => {
        await begin()
        begun.resolve()
        await until(someoneWaits)
        await goOn()
      })
    )
    await Promise.race([begun.promise, holding])
    const [answer] = await Promise.all([other(), holding])
    return answer
  }

  test('waits for a member who is added, and goes nevertheless', async ({ assert }) => {
    const team = await teamOf('Added to')
    const answer = await beside(
      () => SecurityTrail.lock(),
      () => olga.post(`/settings/teams/${team}/delete`),
      () => new Teamwork(BY).add(team, heir.user!)
    )
    assert.equal(answer.status, 303)
    assert.isFalse(await isThere(team))
  })

  test('hands over a document that is moved to it meanwhile', async ({ assert }) => {
    const maker = await Visitor.as(acme, 'member')
    const [{ id }, before] = [await documentOf(maker), await documentOf(maker)]
    const team = await teamOf('Moved to')
    await inLive(acme, () => new Sharing(before.id, BY).move(team))
    const answer = await beside(
      () => new Sharing(id, BY).move(team),
      () => olga.post(`/settings/teams/${team}/delete`, { heir: heir.user!.email })
    )
    assert.equal(answer.status, 303)
    assert.isFalse(await isThere(team))
    assert.equal(await holderOf(before.id), heir.user!.id)
    assert.equal(await holderOf(id), heir.user!.id)
  })

  test('waits for a list that is uploaded for it, which somebody has to get', async ({
    assert,
  }) => {
    const maker = await Visitor.as(acme, 'member')
    const team = await teamOf('Sends')
    await inLive(acme, () => new Teamwork(BY).add(team, maker.user!))
    const template = await inLive(acme, () => makeTemplate())
    const columns = ['Buyer name']
    const mapping = guessedMapping(template, columns)
    const uploaded = { fileName: 'people.csv', columns, mapping, rows: [['Ana']] }
    const within = () => TeamHold.keep(team, maker.user!.id)
    await beside(
      () => BulkSends.prepare(template, uploaded, { by: BY, holderId: team, within }),
      () => olga.post(`/settings/teams/${team}/delete`)
    )
    assert.isTrue(await isThere(team))
    const form = await olga.get(`/settings/teams/${team}/delete`)
    assert.include(form.text, '1 bulk send')
    await olga.post(`/settings/teams/${team}/delete`, { heir: heir.user!.email })
    assert.isFalse(await isThere(team))
  })

  test('stays where nobody was named who gets that document', async ({ assert }) => {
    const { id } = await documentOf(await Visitor.as(acme, 'member'))
    const team = await teamOf('Kept')
    await beside(
      () => new Sharing(id, BY).move(team),
      () => olga.post(`/settings/teams/${team}/delete`)
    )
    assert.isTrue(await isThere(team))
    assert.equal(await holderOf(id), team)
    assert.include((await olga.get('/settings/teams')).text, 'Documents of this team were made')
  })
})
