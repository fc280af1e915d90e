/** Nothing is wrong with the storage where a file is simply not there. */
const MISSING = new Set(['ENOENT', 'NoSuchKey', 'NotFound'])

/** How the shelf reports it, around its cause. */
const READING = new Set(['E_CANNOT_READ_FILE', 'E_CANNOT_GET_METADATA'])
const WRITING = new Set([
  'E_CANNOT_WRITE_FILE',
  'E_CANNOT_DELETE_FILE',
  'E_CANNOT_DELETE_DIRECTORY',
])

/** How the machine reports it where a part of a file is read. */
const OF_THE_MACHINE = new Set([
  ...['EACCES', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE', 'ENODEV', 'ENOSPC'],
  ...['ENOTDIR', 'ENXIO', 'EPERM', 'EROFS', 'ESTALE'],
])

/** What a store that speaks S3's protocol answers, or its client where none came. */
const OF_A_BUCKET = new Set(['TimeoutError', 'SlowDown', 'InternalError', 'ServiceUnavailable'])

/** Whether files cannot be stored or read at the moment, so that the same request may succeed in a while. */
export function isStorageOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (WRITING.has(code)) return true
  if (READING.has(code)) return !isMissing(error.cause)
  return OF_THE_MACHINE.has(code) || OF_A_BUCKET.has(error.name) || serverStatus(error) >= 500
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && (MISSING.has(codeOf(cause)) || MISSING.has(cause.name))
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** @returns 0 where it is no answer of a store */
function serverStatus(error: Error): number {
  const metadata: unknown = '$metadata' in error ? error.$metadata : null
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return 0
  return Number(metadata.httpStatusCode ?? 0)
}
