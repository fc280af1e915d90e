import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { test } from '@japa/runner'

type User = { uid: number; gid: number } | null

interface Home {
  link: string
  folder: string
  outside: string
  sharedFolder: string
  prepare(): string
  remove(): void
}

const services = async (name: string) =>
  import(new URL(`../../../bin/services/${name}.mjs`, import.meta.url).href)

const { ServerHome } = (await services('server_home')) as {
  ServerHome: new (options: { parent: string; name: string; user: User }) => Home
}
const { unprivilegedUser } = await services('unprivileged_user')
const { root } = await services('clone')

test.group('The folder of a server that runs as another user', (group) => {
  let folder: string
  group.each.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'home-'))
    return () => rmSync(folder, { recursive: true })
  })

  const homeIn = (parent: string, user: User = null) =>
    new ServerHome({ parent, name: 'postgres', user })

  test('lies below the shared folder of its clone, wherever its parent is', ({ assert }) => {
    const parents = [join(root, 'tmp'), root, dirname(root), dirname(dirname(root)), '/', folder]
    for (const parent of parents) {
      const { outside, sharedFolder, link } = homeIn(parent)
      assert.isTrue(outside.startsWith(sharedFolder + sep), `${outside} of ${parent}`)
      assert.notEqual(outside, link)
    }
  })

  test('is one for each parent', ({ assert }) => {
    const parents = ['a', 'b'].map((name) => join(folder, name))
    const [one, other] = parents.map((parent) => homeIn(parent).outside)
    assert.notEqual(one, other)
    assert.equal(homeIn(parents[0]!).outside, one)
  })

  test('is reached through its parent, keeps its files and leaves nothing when removed', ({
    assert,
  }) => {
    const parent = join(folder, 'closed')
    mkdirSync(parent, { mode: 0o700 })
    const home = homeIn(parent, unprivilegedUser())
    home.prepare()
    writeFileSync(join(home.folder, 'kept'), 'data')
    homeIn(parent, unprivilegedUser()).prepare()
    assert.equal(readFileSync(join(home.link, 'kept'), 'utf8'), 'data')

    home.remove()
    assert.deepEqual([home.link, home.folder, home.outside].filter(existsSync), [])
    assert.isTrue(existsSync(dirname(home.link)))
  })
})
