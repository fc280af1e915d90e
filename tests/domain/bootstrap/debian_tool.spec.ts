import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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

  const bin = (name: string) => join(folder, 'root', 'usr', 'bin', name)
  const wrapper = () => join(folder, 'bin', 'no-such-program')

  const write = (name: string, script = 'echo "$LD_LIBRARY_PATH $1"') => {
    mkdirSync(bin(''), { recursive: true })
    writeFileSync(bin(name), `#!/bin/sh\n${script}\n`)
    chmodSync(bin(name), 0o755)
  }

  const link = (name: string, target: string) => {
    mkdirSync(bin(''), { recursive: true })
    symlinkSync(target, bin(name))
  }

  /** As if Debian's package unpacked to what `own` writes, and its dependencies to what `theirs` writes. */
  const tool = (program: string, own: () => void, theirs = () => {}) =>
    new DebianTool({
      commands: ['no-such-program'],
      package: 'such',
      program,
      packages: {
        folder,
        root: join(folder, 'root'),
        unpack: async () => own(),
        unpackWithDependencies: async () => theirs(),
        libraryPath: () => '/its/libraries',
      },
    })

  /** As if a package had been downloaded that has one program, which says where its libraries are. */
  const unpacked = (name: string, program: string) => tool(program, () => write(name))

  test('is run with its libraries, whatever version its name has in it', async ({ assert }) => {
    const path = await unpacked('such8.2', 'usr/bin/such[0-9]*').obtain({ install: false })
    const env = { PATH: process.env.PATH }
    assert.equal(execFileSync(path, ['asked'], { env }).toString(), '/its/libraries asked\n')
  })

  test('that is not in its package is told of', async ({ assert }) => {
    const other = unpacked('another', 'usr/bin/such[0-9]*')
    await assert.rejects(() => other.obtain({ install: false }), /such has no usr\/bin\/such/)
  })

  test('that links to a file of a package this machine has brings that package along', async ({
    assert,
  }) => {
    const path = await tool(
      'usr/bin/such',
      () => link('such', 'such-check'),
      () => write('such-check')
    ).obtain({ install: false })
    assert.equal(execFileSync(path, ['--version']).toString(), '/its/libraries --version\n')
  })

  test('that does not run leaves no wrapper behind and says so', async ({ assert }) => {
    const broken = tool('usr/bin/such', () => write('such', 'exit 127'))
    await assert.rejects(
      () => broken.obtain({ install: false }),
      /such has no usr\/bin\/such that runs/
    )
    assert.isFalse(existsSync(wrapper()))
  })

  test('is fetched anew where a wrapper was left whose program does not run', async ({
    assert,
  }) => {
    mkdirSync(join(folder, 'bin'))
    writeFileSync(wrapper(), '#!/bin/sh\nexec /no/such/program\n')
    chmodSync(wrapper(), 0o755)
    const path = await unpacked('such', 'usr/bin/such').obtain({ install: false })
    assert.equal(execFileSync(path, ['again']).toString(), '/its/libraries again\n')
  })
})
