import {
  GetObjectCommand,
  HeadBucketCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { S3Driver } from '@adonisjs/drive/drivers/s3'
import BucketAway from '../../errors/bucket_away.js'
import { PART_BYTES, unfinishedUploads, upload } from './bucket_upload.js'
import { isMissing } from './missing_file.js'
import type { FileSource, PartialDisk, UnfinishedUpload } from './partial_disk.js'

/** How long a store may take. A file that comes slowly is waited for, as long as it comes. */
const CONNECTED_WITHIN_MS = 3_000
const SILENT_FOR_MS = 20_000
const ANSWERS_WITHIN_MS = 30_000
const WRITTEN_WITHIN_MS = 120_000

/** A bucket of a server that speaks S3's protocol. */
export class BucketDisk extends S3Driver implements PartialDisk {
  readonly replica: FileSource | null = null
  readonly #client: S3Client
  readonly #bucket: string
  readonly #answersWithinMs: number

  /** @param answersWithinMs  how long a file may take to begin, with all tries */
  constructor(bucket: string, config: S3ClientConfig, answersWithinMs = ANSWERS_WITHIN_MS) {
    const requestHandler = {
      connectionTimeout: CONNECTED_WITHIN_MS,
      requestTimeout: WRITTEN_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      throwOnRequestTimeout: true,
    }
    const client = new S3Client({ requestHandler, ...config })
    super({ client, bucket, visibility: 'private' })
    this.#client = client
    this.#bucket = bucket
    this.#answersWithinMs = answersWithinMs
  }

  async put(path: string, contents: string | Uint8Array): Promise<void> {
    const isLarge = typeof contents !== 'string' && contents.length > PART_BYTES
    await (isLarge ? upload(this.#place, path, contents) : super.put(path, contents))
  }

  async putStream(path: string, contents: Readable): Promise<void> {
    await upload(this.#place, path, contents)
  }

  unfinishedUploads(prefix: string, before: Date): Promise<UnfinishedUpload[]> {
    return unfinishedUploads(this.#place, prefix, before)
  }

  async getBytes(path: string): Promise<Uint8Array> {
    return this.#read(path)
  }

  async readPart(path: string, start: number, end: number): Promise<Uint8Array> {
    return this.#read(path, `bytes=${start}-${end - 1}`)
  }

  readVerified<T>(read: (from: FileSource) => Promise<T>): Promise<T> {
    return read(this)
  }

  async probe(withinMs: number): Promise<void> {
    const abortSignal = AbortSignal.timeout(withinMs)
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal })
  }

  get #place() {
    return { client: this.#client, name: this.#bucket }
  }

  /** @throws E_BUCKET_AWAY, unless the store says that there is no such file */
  async #read(path: string, range?: string): Promise<Uint8Array> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), this.#answersWithinMs)
    try {
      const asked = new GetObjectCommand({ Bucket: this.#bucket, Key: path, Range: range })
      const answer = await this.#client.send(asked, { abortSignal: late.signal })
      clearTimeout(timer)
      return (await answer.Body?.transformToByteArray()) ?? new Uint8Array()
    } catch (cause) {
      throw isMissing(cause) ? cause : new BucketAway(undefined, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}
