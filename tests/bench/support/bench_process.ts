import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { WITHHELD_FROM_WEB } from '#app/foundation/processes/process_settings'
import { freePort } from '#app/foundation/processes/free_port'

export interface Web {
  child: ChildProcess
  pid: number
  origin: string
}

/** A web process at a port of its own, once it listens. It ends with the process that started it, however that ends. */
export async function startWeb(file: URL): Promise<Web> {
  const port = String(await freePort())
  const child = startProcess(file, [], {
    ...WITHHELD_FROM_WEB,
    NODE_ENV: 'production',
    PORT: port,
  })
  await Promise.race([once(child, 'message'), diedBefore(child)])
  return { child, pid: child.pid ?? 0, origin: `http://127.0.0.1:${port}` }
}

/** A file of the application, likewise. */
export function startProcess(
  file: URL,
  args: string[],
  settings: Record<string, string>
): ChildProcess {
  const child = fork(file, args, {
    execArgv: ['--import=@poppinss/ts-exec'],
    env: { ...process.env, DATABASE_ADMIN_URL: '', LOG_LEVEL: 'error', ...settings },
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
