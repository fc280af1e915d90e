import { existsSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isProgram } from './command_path.mjs'
import { DebianTool } from './debian_tool.mjs'
import { SentenceError } from './sentence_error.mjs'

const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The shell without windows first: it works a quarter less for the same pages. */
const chromium = new DebianTool({
  commands: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
  package: 'chromium-headless-shell',
  program: 'usr/lib/chromium/chromium-headless-shell',
})

/** The browser for tests: CHROMIUM_PATH, one on this machine, or Debian's. */
export async function obtainChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return isProgram(named) ? named : refuse(`CHROMIUM_PATH=${named} is no program`)
  if (isProgram(MAC)) return MAC
  try {
    const path = await chromium.obtain()
    if (path === chromium.wrapper) writeFontConfiguration(chromium.packages)
    return path
  } catch (error) {
    return refuse(error.message)
  }
}

function refuse(reason) {
  throw new SentenceError(
    'The browser tests need Chromium: install it with `apt-get install chromium-headless-shell`, ' +
      `or name one in CHROMIUM_PATH (${reason}).`
  )
}

/** A machine without fontconfig shows no letter; the unpacked one then needs to be told where its fonts are. */
function writeFontConfiguration({ root, folder }) {
  if (existsSync('/etc/fonts/fonts.conf')) return
  mkdirSync(join(folder, 'fontconfig'), { recursive: true })
  const file = join(folder, 'fontconfig', 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
      `<dir>/usr/share/fonts</dir><dir>${root}/usr/share/fonts</dir>` +
      `<cachedir>${folder}/fontconfig/cache</cachedir></fontconfig>\n`
  )
  process.env.FONTCONFIG_FILE = file
}
