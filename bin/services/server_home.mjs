import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { cloneKey, root } from './clone.mjs'
import { SentenceError } from './sentence_error.mjs'
import { canReach } from './unprivileged_user.mjs'

const SHARED_FOLDER = '/var/tmp'

/**
 * The folder in which a server that runs as another user keeps its files: inside `parent` where that
 * user can enter it, else in a folder outside of the clone, with a link to it in `parent`.
 */
export class ServerHome {
  constructor({ parent, name, user }) {
    this.user = user
    this.link = join(parent, name)
    this.outside = join(this.sharedFolder, nameOutside(parent, name))
    mkdirSync(parent, { recursive: true })
    this.isInside = canReach(parent, user)
    this.folder = this.isInside ? this.link : this.outside
  }

  /** Makes it, owned by its user alone. */
  prepare() {
    if (!this.isInside) this.#prepareOutside()
    else if (isLink(this.link)) rmSync(this.link)
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    if (this.user) chownSync(this.folder, this.user.uid, this.user.gid)
    return this.folder
  }

  /** A folder beside it for files of ours that the server only reads. */
  get sharedFolder() {
    return join(SHARED_FOLDER, `countersign-${cloneKey}`)
  }

  remove() {
    rmSync(this.link, { recursive: true, force: true })
    rmSync(this.outside, { recursive: true, force: true })
  }

  #prepareOutside() {
    this.#refuseToHide()
    mkdirSync(this.sharedFolder, { recursive: true })
    refuseForeign(this.sharedFolder)
    makeEnterable(this.sharedFolder)
    const between = relative(this.sharedFolder, dirname(this.folder)).split(sep)
    between.forEach((_, depth) =>
      makeEnterable(join(this.sharedFolder, ...between.slice(0, depth + 1)))
    )
    if (isLink(this.link)) rmSync(this.link)
    else rmSync(this.folder, { recursive: true, force: true }) // removing the link meant removing the data
    symlinkSync(this.folder, this.link)
  }

  /** A folder that was reachable at an earlier start and no longer is would be left aside with all its data. */
  #refuseToHide() {
    const stat = lstatSync(this.link, { throwIfNoEntry: false })
    if (!stat?.isDirectory()) return
    throw new SentenceError(
      `The user that PostgreSQL runs as can no longer enter ${this.link}. ` +
        'Open the folders above it, or start afresh with `npm run demo -- --fresh`.'
    )
  }
}

/** As in the clone; for a parent elsewhere, whose relative path would climb out, a name made from its path. */
function nameOutside(parent, name) {
  const path = relative(root, parent)
  const isInClone = !isAbsolute(path) && path.split(sep)[0] !== '..'
  if (isInClone) return join(path, name)
  return `${name}-${createHash('sha256').update(parent).digest('hex').slice(0, 12)}`
}

function makeEnterable(folder) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755) // whatever the umask
}

/** Everybody may write to /var/tmp: what somebody else has made there under our name is not ours. */
function refuseForeign(folder) {
  const stat = lstatSync(folder)
  if (stat.isDirectory() && stat.uid === process.getuid()) return
  throw new SentenceError(
    `${folder} belongs to somebody else. Remove it, or move this clone to a folder that others can enter.`
  )
}

function isLink(path) {
  return Boolean(lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
}
