import type { ChildProcess } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'

const started = new Set<ChildProcess>()

process.once('exit', () => started.forEach((child) => child.kill('SIGKILL')))

/** Where a set-up fails, nobody else ends what it has started. */
export function endWithUs(child: ChildProcess): void {
  started.add(child)
  child.once('exit', () => started.delete(child))
}

/** The processes that a process has started and that still run, by their ids. */
export async function childProcesses(parent: number | undefined): Promise<number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    processes.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return /^PPid:\s+(\d+)/m.exec(status)?.[1] === String(parent) ? Number(pid) : 0
    })
  )
  return found.filter((pid) => pid > 0)
}

/** @returns the command line of a process; empty when it has ended */
export async function commandOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.replaceAll('\0', ' ')
}

/** It may have ended by itself. */
export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    return
  }
}
