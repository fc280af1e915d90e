import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'

interface Folder {
  path: string
  memory: { path: string; hasRoom: boolean }
  at(name: string): string
  atHand(name: string): string
  remove(): void
}

const { TestFolder, LANES } = (await import(
  new URL('../../../bin/testing/test_folder.mjs', import.meta.url).href
)) as { TestFolder: { claim(parent: string): Folder }; LANES: string[] }

test.group('What a run of the tests keeps while it lasts', () => {
  test('goes with the run, in memory as on disk', ({ assert, cleanup }) => {
    const parent = mkdtempSync(join(tmpdir(), 'runs-'))
    cleanup(() => rmSync(parent, { recursive: true }))
    const folder = TestFolder.claim(parent)
    const places = [folder.at(LANES[0]), folder.atHand(LANES[0])]
    const home = folder.memory.hasRoom ? folder.memory.path : folder.path
    assert.equal(places[1], join(home, LANES[0]))
    for (const place of places) {
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, 'row'), 'kept')
    }
    folder.remove()
    for (const place of places) assert.isFalse(existsSync(dirname(place)), place)
  })
})
