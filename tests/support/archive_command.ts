import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'

const DOCUMENTED = '/var/backups/countersign/wal'

/** The `archive_command` of docs/deploy/backup.md, into another folder. */
export function archiveCommand(folder: string): string {
  const page = readFileSync(app.makePath('docs/deploy/backup.md'), 'utf8')
  const [, command] = /^alter system set archive_command = '(.+)';$/m.exec(page) ?? []
  if (!command) throw new Error('docs/deploy/backup.md has no archive_command')
  return command.replaceAll(DOCUMENTED, folder)
}
