import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const HEAD_LINES = 8
const TAIL_LINES = 12

/**
 * A command whose end we wait for; its output is returned, and kept in a log when one is named.
 *
 * @param options.isSecret  what it prints on stdout holds secrets and is left out of the log
 */
export async function run(command, args, { log, isSecret, ...options } = {}) {
  const { code, output, stdout } = await attempt(command, args, { log, isSecret, ...options })
  if (code === 0) return stdout
  throw new CommandFailed([command, ...args].join(' '), code, output, log)
}

export function attempt(command, args, { log, isSecret = false, ...options } = {}) {
  return new Promise((resolve) => {
    let output = ''
    let stdout = ''
    let stderr = ''
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    child.stdout.on('data', (text) => {
      stdout += text
      output += text
    })
    child.stderr.on('data', (text) => {
      stderr += text
      output += text
    })
    child.once('error', (error) => resolve({ code: -1, output: error.message, stdout }))
    child.once('close', (code) => {
      if (log) keep(log, `$ ${command} ${args.join(' ')}\n${isSecret ? stderr : output}\n`)
      resolve({ code, output, stdout })
    })
  })
}

function keep(log, text) {
  mkdirSync(dirname(log), { recursive: true })
  appendFileSync(log, text, { mode: 0o600 })
}

export class CommandFailed extends Error {
  name = 'CommandFailed'

  constructor(command, code, output, log) {
    super(
      `\`${command}\` ended with code ${code}${log ? ` (all of it is in ${log})` : ''}:\n${gist(output)}`
    )
    this.output = output
  }
}

/** The beginning, which names what went wrong, and the end. */
function gist(output) {
  const lines = stripVTControlCharacters(output).trim().split('\n')
  if (lines.length <= HEAD_LINES + TAIL_LINES) return lines.join('\n')
  return [...lines.slice(0, HEAD_LINES), '…', ...lines.slice(-TAIL_LINES)].join('\n')
}
