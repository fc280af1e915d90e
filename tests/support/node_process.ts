import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import app from '@adonisjs/core/services/app'
import { program } from './program.js'

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  /** Both streams, without colours. */
  output: string
  /** What it printed for programs to read. */
  printed: string
}

/** Runs Node in a process of its own, to its end. */
export async function nodeProcess(
  args: readonly string[],
  env: Record<string, string> = {}
): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: app.makePath(),
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, printed] = ['', '']
  child.stdout.on('data', (text) => (printed += text.toString()))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output += text.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve({ code, signal, output: stripVTControlCharacters(output), printed })
    )
  })
}

/** An ace command as an operator runs it. */
export function aceProcess(args: readonly string[], env?: Record<string, string>): Promise<Ended> {
  return nodeProcess([...program('bin/console'), ...args], env)
}
