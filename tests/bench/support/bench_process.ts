import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The web process of a bench, once it listens. It ends with the process that started it, however that ends. */
export async function startWeb(file: URL): Promise<ChildProcess> {
  const child = startProcess(file, [], 'production')
  await Promise.race([once(child, 'message'), diedBefore(child)])
  return child
}

/** Another file of the application, likewise. */
export function startProcess(file: URL, args: string[], mode: string): ChildProcess {
  const child = fork(file, args, {
    execArgv: ['--import=@poppinss/ts-exec'],
    env: { ...process.env, NODE_ENV: mode, LOG_LEVEL: 'error' },
  })
  const end = () => child.kill('SIGKILL')
  process.on('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

export async function endProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function diedBefore(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`The web process ended with ${code} before it listened`)
}
