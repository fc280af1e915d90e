import { fileURLToPath } from 'node:url'
import { application } from './application.js'
import { reportStartupFailure } from './startup_failure.js'

const [command, ...args] = process.argv.slice(2)

// It is for developers of tenants, who have nothing of what the application wants to boot.
if (command === 'webhooks:listen') {
  const program = new URL('../resources/programs/listen.mjs', import.meta.url)
  process.argv = [process.execPath, fileURLToPath(program), ...args]
  await import(program.href)
} else application().ace().handle(process.argv.slice(2)).catch(reportStartupFailure)
