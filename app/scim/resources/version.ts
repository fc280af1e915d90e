import VersionMismatch from '#app/directory/errors/version_mismatch'
import { sha256Hex } from '#app/foundation/opaque_token'

const DIGITS = 16

/** The version of a resource, as a weak entity tag (RFC 7644, 3.14): it is another one as soon as anything that is shown is. */
export function versionOf(resource: object): string {
  return `W/"${sha256Hex(JSON.stringify(resource)).slice(0, DIGITS)}"`
}

/** @param tags  of `If-Match`; absent, any version will do. @throws VersionMismatch */
export function requireVersion(tags: string | undefined, version: string): void {
  if (tags !== undefined && !lists(tags, version)) throw new VersionMismatch()
}

/** Whether `If-None-Match` or `If-Match` names a version. */
export function lists(tags: string, version: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return tags.split(',').some((tag) => bare(tag) === '*' || bare(tag) === bare(version))
}
