import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { inClone, root } from '../services/clone.mjs'
import { ICONS, NO_FONTS, PHRASES } from './plugins.mjs'

const SOURCE = inClone('resources', 'offline_verifier')
const TARGETS = inClone('resources', 'built')

/** What of Node the verifier uses, as a browser has it. */
const IN_BROWSERS = {
  'node:crypto': `${SOURCE}/node/crypto.js`,
  'node:fs': `${SOURCE}/node/fs.js`,
  '@adonisjs/core/exceptions': `${SOURCE}/node/exceptions.js`,
}

/** It stands before what is hashed, and on no page of a tenant: written so that only a program reads it. */
const PRODUCT = 'countersign'

/**
 * Makes the verifier one file that works from a disk, and a script for pages that check files themselves. The authorities that they accept
 * are written into either page when it is served.
 */
export async function bundleOfflineVerifier() {
  const [page, script, style, checker] = await Promise.all([
    readFile(`${SOURCE}/page.html`, 'utf8'),
    bundled('page.js'),
    bundled('page.css'),
    bundled('checker.js'),
  ])
  const policy = [
    "default-src 'none'",
    `script-src '${fingerprint(script)}'`,
    `style-src '${fingerprint(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const html = filled(page, { policy, style, script })
  await mkdir(TARGETS, { recursive: true })
  await writeFile(`${TARGETS}/offline_verifier.html`, html)
  await writeFile(`${TARGETS}/checker.js`, checker)
}

/** @returns the text of one of its modules, with all that it imports */
export async function bundled(entry) {
  const isScript = entry.endsWith('.js')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`${SOURCE}/${entry}`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    inject: isScript ? [`${SOURCE}/node/buffer.js`] : [],
    alias: isScript ? IN_BROWSERS : {},
    plugins: [PHRASES, ICONS, NO_FONTS],
  })
  return outputFiles[0].text.trim().replaceAll(PRODUCT, String.raw`\x63ountersign`)
}

function filled(page, parts) {
  return Object.entries(parts).reduce((text, [name, part]) => {
    if (!text.includes(`{${name}}`)) throw new TypeError(`page.html has no place for {${name}}`)
    return text.replace(`{${name}}`, () => part)
  }, page)
}

/** CSP Level 3, 2.3.1 */
function fingerprint(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
