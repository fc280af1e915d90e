/** What errors of the application extend. */
export class Exception extends Error {}
