import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inClone, root } from './services/clone.mjs'
import { attempt } from './services/command.mjs'

const FILES = [
  '*.ts',
  '{app,bin,config,database,start,tests}/**/*.ts',
  'bin/**/*.mjs',
  'bin/services/pages/shared/*.js',
  'resources/{elements,offline_verifier}/**/*.js',
]

/**
 * Whether all sources have the form that Prettier gives them. It takes minutes for that; Oxfmt writes nearly every file as Prettier does, in
 * a second for all, so that only what it would write otherwise is left for Prettier to judge.
 */
async function main() {
  const files = globSync(FILES, { cwd: root })
  const { plugins, ...form } = createRequire(import.meta.url)('@adonisjs/prettier-config')
  mkdirSync(inClone('tmp'), { recursive: true })
  writeFileSync(inClone('tmp', 'oxfmt.json'), JSON.stringify(form))
  const oxfmt = await start('oxfmt', 'bin/oxfmt', [
    '-c',
    'tmp/oxfmt.json',
    '--list-different',
    ...files,
  ])
  const doubtful = oxfmt.stdout.split('\n').filter(Boolean)
  if (![0, 1].includes(oxfmt.code)) return oxfmt
  if (doubtful.length === 0) return { code: 0, output: '' }
  return start('prettier', 'bin/prettier.cjs', ['--check', ...doubtful])
}

function start(name, program, args) {
  const path = inClone('node_modules', name, program)
  return attempt(process.execPath, [path, ...args], { cwd: root })
}

const { code, output } = await main()
if (code !== 0) process.stdout.write(output)
process.exitCode = code === 0 ? 0 : 1
