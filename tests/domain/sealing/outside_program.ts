import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Programs that nobody here wrote, and the Debian packages that they come in. */
const PACKAGES = {
  pdfsig: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdfdetach: 'poppler-utils',
  openssl: 'openssl',
}

/** @returns what it printed, whether it was content or not; times are UTC, wherever the tests run */
export async function outsideProgram(
  program: keyof typeof PACKAGES,
  args: string[],
  folder?: string
): Promise<{ output: string; exitCode: number }> {
  try {
    const { stdout, stderr } = await execute(program, args, {
      maxBuffer: 64 * 2 ** 20,
      cwd: folder,
      env: { ...process.env, TZ: 'UTC' },
    })
    return { output: stdout + stderr, exitCode: 0 }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    if (code === 'ENOENT') {
      throw new Error(`${program} is missing: install the Debian package ${PACKAGES[program]}`)
    }
    return { output: stdout + stderr, exitCode: Number(code) }
  }
}

/** A folder of its own for some files, which is gone afterwards. */
export async function inFolder<Result>(
  files: Record<string, Uint8Array | string>,
  work: (path: (name: string) => string) => Promise<Result>
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'sealing-'))
  try {
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
    return await work((name) => join(folder, name))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function textOf(pdf: Uint8Array, page?: number): Promise<string> {
  const pages = page === undefined ? [] : ['-f', String(page), '-l', String(page)]
  return inFolder({ 'a.pdf': pdf }, async (path) => {
    const { output } = await outsideProgram('pdftotext', ['-layout', ...pages, path('a.pdf'), '-'])
    return output
  })
}

export interface Raster {
  width: number
  height: number
  /** From 0, black, to 255, white. */
  gray: Buffer
}

/** A page as a reader shows it, one pixel a point unless told otherwise. */
export function rasterOf(pdf: Uint8Array, page = 1, dpi = 72): Promise<Raster> {
  return inFolder({ 'a.pdf': pdf }, async (path) => {
    const only = ['-f', String(page), '-l', String(page), '-singlefile']
    const size = ['-gray', '-cropbox', '-r', String(dpi)]
    await outsideProgram('pdftoppm', [...only, ...size, path('a.pdf'), path('page')])
    return parsePgm(await readFile(path('page.pgm')))
  })
}

function parsePgm(bytes: Buffer): Raster {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 64))
  if (!head) throw new Error('The page was not drawn')
  return {
    width: Number(head[1]),
    height: Number(head[2]),
    gray: bytes.subarray(head[0].length),
  }
}

/** The smallest box around everything dark; from the top left corner, in pixels. */
export function inkBox({ width, height, gray }: Raster, darkerThan = 128) {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (gray[y * width + x]! >= darkerThan) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
