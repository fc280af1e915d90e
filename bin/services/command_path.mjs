import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// Debian keeps daemons where an ordinary user's PATH does not look
const ALSO = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** Where the first of these commands is, or null. */
export function commandPath(...names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...ALSO]
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isProgram)
    if (found) return found
  }
  return null
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
