import { globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inClone, root } from '../services/clone.mjs'
import { run } from '../services/command.mjs'
import { FOR_DEVELOPERS, READ, UNREAD } from './package_files.mjs'

const PACKAGES = inClone('node_modules')
const MB = 1_000_000

/** Removes development dependencies, and of the others the files that no process in production reads. */
export async function prunePackages(progress) {
  await progress.step('Development dependencies', async () => {
    await run('npm', ['prune', '--omit=dev'], { cwd: root })
  })
  await progress.step('Files that production does not read', async () => {
    const files = unreadFiles(PACKAGES)
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    for (const file of files) rmSync(file)
    return `${files.length} files that production does not read, ${Math.round(bytes / MB)} MB`
  })
}

/** Licences and manifests stay. */
export function unreadFiles(packages) {
  const under = (patterns, folder = '.') =>
    globSync(patterns, { cwd: join(packages, folder), withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const read = new Set(Object.entries(READ).flatMap(([name, files]) => under(files, name)))
  const unread = [
    ...under(FOR_DEVELOPERS),
    ...UNREAD.flatMap((name) => under('**/*', name)),
    ...Object.keys(READ).flatMap((name) => under('**/*', name)),
  ]
  const stays = (file) =>
    read.has(file) || /\/(LICEN[CS]E|NOTICE|COPYING)[^/]*$|\/package\.json$/i.test(file)
  return [...new Set(unread)].filter((file) => !stays(file))
}
