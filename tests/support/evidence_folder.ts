import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** An evidence package as somebody has it who was handed it: unpacked by a program that is not ours. */
export class EvidenceFolder {
  private constructor(
    readonly path: string,
    readonly names: readonly string[]
  ) {}

  static async of(
    zip: Buffer,
    cleanup: (remove: () => Promise<void>) => void
  ): Promise<EvidenceFolder> {
    const path = await mkdtemp(join(tmpdir(), 'evidence-'))
    cleanup(() => rm(path, { recursive: true }))
    const file = join(path, 'package.zip')
    await writeFile(file, zip)
    await run('python3', ['-m', 'zipfile', '-e', file, path])
    await rm(file)
    return new EvidenceFolder(path, (await readdir(path, { recursive: true })).toSorted())
  }

  text(name: string): Promise<string> {
    return readFile(join(this.path, name), 'utf8')
  }

  async json<T>(name: string): Promise<T> {
    return JSON.parse(await this.text(name)) as T
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.path, name), text)
  }

  /** The commands of the README, as it writes them. */
  async commands(): Promise<string[]> {
    const readme = await this.text('README.txt')
    return [...readme.matchAll(/^ +\$ (.+)$/gm)].map(([, command]) => command)
  }

  /** @returns what it prints, to both streams @throws where it fails */
  async run(command: string): Promise<string> {
    const { stdout, stderr } = await run('sh', ['-ec', command], { cwd: this.path })
    return stdout + stderr
  }
}
