import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { SentenceError } from './sentence_error.mjs'

const WISHED_NAMES = ['postgres', 'nobody']

/**
 * The user for a server that refuses to run as root: {uid, gid} of the owner of its data, else of
 * an existing account; null when this process is an ordinary user itself. No account is made for it.
 */
export function unprivilegedUser({ owning } = {}) {
  if (process.getuid?.() !== 0) return null
  const owned = owning && statSync(owning, { throwIfNoEntry: false })
  if (owned && owned.uid !== 0) return { uid: owned.uid, gid: owned.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of WISHED_NAMES) {
    const account = accounts.find((fields) => fields[0] === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new SentenceError(
    'PostgreSQL must not run as root, and this machine has neither a user "postgres" nor "nobody". ' +
      'Run this command as an ordinary user, or set DATABASE_URL to a server of your own.'
  )
}

/** Whether that user can enter a folder, which one 0700 folder above it prevents. */
export function canReach(folder, user) {
  if (!user) return true
  const tried = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/' })
  return tried.status === 0
}
