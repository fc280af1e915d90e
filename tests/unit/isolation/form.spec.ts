import { test } from '@japa/runner'
import { formsIn, routeOf } from '#app/isolation/requests/form'

const PAGE = `
  <form class="filters" method="get" action="/documents"><input name="q"></form>
  <form method="post" action="/settings/members/usr_1/role">
    <input type="radio" name="role" value="owner" required>
    <input type="radio" name="role" value="admin" required checked>
    <input type="checkbox" name="told" value="yes">
    <input type="text" name="name" value="Ana &amp; Ben">
    <input type="email" name="email">
    <input type="hidden" name="empty" value="">
    <input type="file" name="file">
    <select name="plan"><option value="">None</option><option value="pro">Pro</option><option>Free</option></select>
    <textarea name="why"></textarea>
    <template><input name="never"></template>
    <button type="submit" name="send" value="no">Later</button>
    <button type="submit" name="send" value="yes">Now</button>
  </form>`

test.group('Isolation | forms', () => {
  test('reads of a page what a browser would send, and what else may be chosen', ({ assert }) => {
    assert.deepEqual(formsIn(PAGE), [
      {
        action: '/settings/members/usr_1/role',
        fields: [
          ['role', 'admin'],
          ['name', 'Ana & Ben'],
          ['email', 'somebody@example.com'],
          ['empty', ''],
          ['plan', 'pro'],
          ['why', 'Isolation'],
          ['send', 'no'],
        ],
        options: [
          ['role', 'owner'],
          ['told', 'yes'],
          ['plan', ''],
          ['plan', 'Free'],
        ],
      },
    ])
  })

  test('finds the route of an address, and of two the one that says more', ({ assert }) => {
    const post = (pattern: string) => ({ method: 'POST', pattern, at: 'tenant' }) as const
    const routes = [post('/tenants/:id'), post('/tenants/prices'), post('/tenants/:id/suspend')]
    const found = (action: string) => routeOf(action, routes)?.pattern
    assert.equal(found('/tenants/prices'), '/tenants/prices')
    assert.equal(found('/tenants/ten_1'), '/tenants/:id')
    assert.equal(found('/tenants/ten_1/suspend?from=list'), '/tenants/:id/suspend')
    assert.isUndefined(found('/elsewhere'))
  })
})
