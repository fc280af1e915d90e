import { test } from '@japa/runner'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type { NoticeKind } from '#app/tenants/notice_kind'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'

test.group('Dashboard | notices', (group) => {
  let tenant: Tenant

  group.each.setup(async () => {
    tenant = await makeTenant()
  })

  const leaves = (kind: NoticeKind, details = {}, options = {}) =>
    inLive(tenant, () => unit(() => Notice.leave(kind, details, options)))
  const list = async (visitor: Visitor) => (await visitor.get('/notices')).text

  test('tell owners and admins what concerns the account, with a way to act', async ({
    assert,
  }) => {
    const { id } = await ownerOf(tenant)
    const document = await inLive(tenant, () => makeDocument({ by: { ...OLGA, id } }))
    const signerId = document.signers[0].id
    await leaves('signer.undeliverable', { signerId, code: '550 5.1.1' })
    for (const role of ['owner', 'admin'] as const) {
      const text = await list(await Visitor.as(tenant, role))
      assert.include(text, 'Ana Buyer could not be reached')
      assert.include(text, ANA.email)
      assert.include(text, `/documents/${document.id}/signers/${signerId}/edit`)
    }
    for (const role of ['developer', 'member', 'viewer'] as const)
      assert.include(await list(await Visitor.as(tenant, role)), 'No notices')
  })

  test('for one person are shown to that person alone', async ({ assert }) => {
    const member = await Visitor.as(tenant, 'member')
    await leaves('sender.domain_failing', { domain: 'acme.com' }, { to: member.user!.id })
    assert.include(await list(member), 'no longer come from acme.com')
    assert.include(await list(await Visitor.as(tenant)), 'No notices')
  })

  test('that hold a secret for a mailbox are not listed, nor those whose subject is gone', async ({
    assert,
  }) => {
    const owner = await Visitor.as(tenant)
    await leaves('account.welcome', { linkId: 'lnk_x' }, { to: owner.user!.id })
    await leaves('signer.undeliverable', { signerId: 'sig_x', code: '550' })
    assert.include(await list(owner), 'No notices')
  })

  test('of one tenant are no other’s', async ({ assert }) => {
    await leaves('sender.domain_failing', { domain: 'acme.com' })
    const stranger = await Visitor.as(await makeTenant())
    assert.include(await list(stranger), 'No notices')
  })
})
