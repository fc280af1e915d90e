import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#app/foundation/processes/free_port'

const MARK = 'ISOLATION_PROOF_PORTS'
const LONGEST_MS = 30 * 60_000
const LEAVES_WITHIN_MS = 30_000

/** Whatever would leave this installation goes to the proof's own process instead, and no time-stamp authority is asked. */
const CUT_OFF = {
  SMTP_HOST: '127.0.0.1',
  SMTP_SECURE: 'false',
  SMTP_USERNAME: '',
  SMTP_PASSWORD: '',
  MAIL_BOUNCE_LISTEN: '',
  OUTBOUND_ALLOW_PRIVATE: 'webhooks,documents,smtp,tsa,sso',
  OUTBOUND_REFUSE: '',
  TSA_URL: '',
}

/**
 * The command once more in a process that can send nothing out, with all its children in one group. Mail servers and the like are read
 * from the environment when the application starts, so it cannot be this one.
 */
export const IsolatedProcess = {
  /** Where mails and webhooks end; null outside. */
  get ports(): { mail: number; hooks: number } | null {
    const [mail, hooks] = (process.env[MARK] ?? '').split(',').map(Number)
    return mail && hooks ? { mail, hooks } : null
  },

  /** @returns the exit code. Nothing of it is left running, however it ends */
  async rerun(): Promise<number> {
    const [mail, hooks] = await Promise.all([freePort(), freePort()])
    const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      env: { ...process.env, ...CUT_OFF, SMTP_PORT: String(mail), [MARK]: `${mail},${hooks}` },
      stdio: 'inherit',
      detached: true,
    })
    const stop = () => child.kill('SIGTERM')
    const late = setTimeout(stop, LONGEST_MS)
    const tooLate = setTimeout(() => end(child.pid), LONGEST_MS + LEAVES_WITHIN_MS)
    process.once('SIGINT', stop).once('SIGTERM', stop)
    try {
      const [code] = await once(child, 'exit')
      return code ?? 1
    } finally {
      clearTimeout(late)
      clearTimeout(tooLate)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      end(child.pid)
    }
  },
}

/** The whole group: a web process that its parent did not live to end. */
function end(group: number | undefined): void {
  try {
    if (group) process.kill(-group, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
