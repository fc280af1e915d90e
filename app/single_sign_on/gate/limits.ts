export const MAX_METADATA_BYTES = 512 * 1024

/** Of one identity provider: those in use, and those that follow. */
export const MAX_CERTIFICATES = 10
