/** The longest path that a socket can have; Linux allows four bytes more than macOS. */
const LONGEST = 103

/** Whether a server of this machine can listen there. */
export function canBeSocket(path) {
  return process.platform !== 'win32' && Buffer.byteLength(path) <= LONGEST
}
