import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import app from '@adonisjs/core/services/app'
import { program } from './program.js'

/** What a process gets beside the variables of this one; undefined takes one away. */
export type Variables = Record<string, string | undefined>

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  /** Both streams, without colours. */
  output: string
  /** What it printed for programs to read. */
  printed: string
}

export interface Running {
  pid: number | undefined
  send(signal: NodeJS.Signals): void
  end: Promise<Ended>
}

function startNode(args: readonly string[], env: Variables = {}): Running {
  const child = spawn(process.execPath, args, {
    cwd: app.makePath(),
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, printed] = ['', '']
  child.stdout.on('data', (text) => (printed += text.toString()))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output += text.toString()))
  const end = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve({ code, signal, output: stripVTControlCharacters(output), printed })
    )
  })
  return { pid: child.pid, send: (signal) => child.kill(signal), end }
}

/** Runs Node in a process of its own, to its end. */
export function nodeProcess(args: readonly string[], env?: Variables): Promise<Ended> {
  return startNode(args, env).end
}

/** An ace command as an operator runs it, to its end. */
export function aceProcess(args: readonly string[], env?: Variables): Promise<Ended> {
  return startAce(args, env).end
}

/** An ace command that is sent signals while it runs. */
export function startAce(args: readonly string[], env?: Variables): Running {
  return startNode([...program('bin/console'), ...args], env)
}
