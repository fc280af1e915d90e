import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this clone. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

export const inClone = (...parts) => join(root, ...parts)

/** Tells clones on one machine apart, for what has to live outside of them. */
export const cloneKey = createHash('sha256').update(root).digest('hex').slice(0, 12)
