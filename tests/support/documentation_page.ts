import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ask } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'

const run = promisify(execFile)

export type Language = 'curl' | 'node' | 'python' | 'php'

const PROGRAMS: Record<Language, { command: string; ending: string }> = {
  curl: { command: 'bash', ending: 'sh' },
  node: { command: process.execPath, ending: 'mjs' },
  python: { command: 'python3', ending: 'py' },
  php: { command: 'php', ending: 'php' },
}

/** The texts that a page shows as code, by their ids, as a reader would copy them. */
export async function samplesOf(host: string, path: string): Promise<Map<string, string>> {
  const { text, status } = await ask({ path, headers: { host } })
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  const found = text.matchAll(/<code id="([^"]+)">([^<]*)<\/code>/g)
  return new Map([...found].map(([, id, code]) => [id, unescaped(code)]))
}

/** A folder with a contract in it, as the reader of the documentation has one. */
export async function readersFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'contract.pdf'), await makePdf())
  return folder
}

/** Runs a program as it was copied. @returns what it printed */
export async function runSample(
  language: Language,
  code: string,
  { folder, key }: { folder: string; key?: string }
): Promise<string> {
  const { command, ending } = PROGRAMS[language]
  const file = join(folder, `sample-${language}.${ending}`)
  await writeFile(file, code)
  const { PATH, LD_LIBRARY_PATH } = process.env
  const env = { PATH, LD_LIBRARY_PATH, ...(key ? { API_KEY: key } : {}) }
  const { stdout } = await run(command, [file], { cwd: folder, env, timeout: 60_000 })
  return stdout
}

function unescaped(html: string): string {
  const marks: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
  return html
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, code) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10))
    )
    .replace(/&(lt|gt|quot|amp);/g, (_, name) => marks[name])
}
