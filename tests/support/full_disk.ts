import { execFileSync } from 'node:child_process'

/** As if the disk had no room: a process can write no file longer than this, and is told so as by a disk that is full or a quota. */
const ROOM_BYTES = 512

export const fullDisk = {
  begins: (...pids: number[]) => limit(pids, `${ROOM_BYTES}:`),
  ends: (...pids: number[]) => limit(pids, 'unlimited:'),
}

/** Only the soft limit, which the same user may raise again. */
function limit(pids: number[], size: string): void {
  for (const pid of pids) execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}`])
}
