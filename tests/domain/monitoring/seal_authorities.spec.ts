import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { checkAuthorities } from '#app/monitoring/doctor/evidence_checks'
import RootEnded from '#app/sealing/errors/root_ended'
import SealAuthority from '#app/signing/seal/seal_authority'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'

test.group('The root that seals lead to', (group) => {
  group.each.teardown(() => clock.restore())

  test('is a warning a year before its end, and a failure once little time is left and once it is over', async ({
    assert,
  }) => {
    await SealHierarchy.rotate('live', { withRoot: true, actor: SYSTEM })
    const { endsAt } = (await SealAuthority.newest('live', 'root'))!
    const said = async (daysBefore: number) => {
      clock.restore()
      clock.travel(endsAt.getTime() - daysBefore * DAY_MS - Date.now())
      const found = await checkAuthorities()
      const { state, says } = found.find(({ about }) => about === 'seal authority live')!
      return `${state}: ${says}`
    }
    assert.match(await said(400), /^ok: ends in (?:399|400) days$/)
    assert.match(await said(200), /^warning: ends in (?:199|200) days$/)
    assert.match(await said(30), /^failed: ends in (?:29|30) days$/)
    const over = 'failed: has ended: documents that all have signed wait for their seal'
    assert.equal(await said(-1), over)
    const error = await SealHierarchy.issuing('live').catch((reason: unknown) => reason)
    assert.instanceOf(error, RootEnded)
  })
})
