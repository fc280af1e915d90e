/** Begins a transaction of the relay's login that waits for the disk: what it stores is shown to others, who hold us to it after a crash as well. */
export const ON_DISK = 'begin; set local synchronous_commit = on'

export const SNAPSHOT_ON_DISK =
  'begin isolation level repeatable read; set local synchronous_commit = on'
