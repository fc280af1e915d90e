import { setTimeout as sleep } from 'node:timers/promises'
import drive from '@adonisjs/drive/services/main'
import { isMissing } from '#app/documents/files/storage/missing_file'
import { partialDisk, type FileSource } from '#app/documents/files/storage/partial_disk'
import { counted } from '#app/foundation/counted'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { failed, ok, reasonOf, warning, type Finding } from './finding.js'

const ABOUT = 'copy of storage'
/** It stays there, with the time at which it was written: so the next examination sees whether it has arrived. */
const NAME = 'doctor-copy'
const WAITS_MS = 10_000
const LOOKS_EVERY_MS = 250
const QUARTER_MS = 15 * MINUTE_MS
const REMEDY =
  "See what your provider says of the bucket's replication: what has not arrived cannot be read while the first bucket is away."

/** Whether what is written to the first bucket appears in the second, and how long it takes. @param waitsMs  for what was written now */
export async function checkCopy(waitsMs = WAITS_MS): Promise<Finding[]> {
  const { replica } = partialDisk()
  if (!replica) return []
  try {
    return [await arrival(replica, waitsMs)]
  } catch (error) {
    const says = `it cannot be examined: ${reasonOf(error)}`
    return [failed(ABOUT, says, 'Check S3_FALLBACK_* and S3_*, and the rights of their keys.')]
  }
}

async function arrival(copy: FileSource, waitsMs: number): Promise<Finding> {
  const earlier = await timeIn(partialDisk())
  const arrived = await timeIn(copy)
  const now = Date.now()
  await drive.use().put(NAME, new Date(now).toISOString())
  if (await arrives(copy, now, waitsMs))
    return ok(ABOUT, `a file arrived there after ${seconds(Date.now() - now)}`)
  const late = `a file has not arrived there after ${seconds(waitsMs)}`
  if (!earlier) return warning(ABOUT, late, 'Run this again in a quarter of an hour.')
  const age = now - earlier
  if (arrived && arrived >= earlier) return ok(ABOUT, `${late}, one from ${ago(age)} has`)
  const says = `${late}, and one from ${ago(age)} has not either`
  if (age < QUARTER_MS) return warning(ABOUT, says, 'Run this again in a quarter of an hour.')
  return age > DAY_MS ? failed(ABOUT, says, REMEDY) : warning(ABOUT, says, REMEDY)
}

async function arrives(copy: FileSource, written: number, waitsMs: number): Promise<boolean> {
  while (Date.now() < written + waitsMs) {
    if (((await timeIn(copy)) ?? 0) >= written) return true
    await sleep(LOOKS_EVERY_MS)
  }
  return false
}

/** @returns milliseconds since 1970, or null where nothing was ever written */
async function timeIn(source: FileSource): Promise<number | null> {
  try {
    return Date.parse(Buffer.from(await source.getBytes(NAME)).toString('utf8'))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const ago = (ms: number) => `${counted(Math.round(ms / MINUTE_MS), 'minute')} ago`
