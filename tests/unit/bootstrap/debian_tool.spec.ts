import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

interface Tool {
  obtain(options: { install: boolean }): Promise<string>
}

const file = new URL('../../../bin/services/debian_tool.mjs', import.meta.url).href
const { DebianTool } = (await import(file)) as { DebianTool: new (options: object) => Tool }

test.group('A program of Debian’s, unpacked', (group) => {
  let folder: string
  group.each.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'tool-'))
    return () => rmSync(folder, { recursive: true })
  })

  /** As if a package had been downloaded that has one program, which says where its libraries are. */
  const unpacked = (name: string, program: string) => {
    const root = join(folder, 'root')
    const unpack = async () => {
      mkdirSync(join(root, 'usr', 'bin'), { recursive: true })
      writeFileSync(join(root, 'usr', 'bin', name), '#!/bin/sh\necho "$LD_LIBRARY_PATH $1"\n')
      chmodSync(join(root, 'usr', 'bin', name), 0o755)
    }
    const packages = { folder, root, unpack, libraryPath: () => '/its/libraries' }
    return new DebianTool({ commands: ['no-such-program'], package: 'such', program, packages })
  }

  test('is run with its libraries, whatever version its name has in it', async ({ assert }) => {
    const path = await unpacked('such8.2', 'usr/bin/such[0-9]*').obtain({ install: false })
    const env = { PATH: process.env.PATH }
    assert.equal(execFileSync(path, ['asked'], { env }).toString(), '/its/libraries asked\n')
  })

  test('that is not in its package is told of', async ({ assert }) => {
    const tool = unpacked('another', 'usr/bin/such[0-9]*')
    await assert.rejects(() => tool.obtain({ install: false }), /such has no usr\/bin\/such/)
  })
})
