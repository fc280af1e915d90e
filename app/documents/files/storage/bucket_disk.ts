import {
  GetObjectCommand,
  HeadBucketCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { S3Driver } from '@adonisjs/drive/drivers/s3'
import type { PartialDisk } from './partial_disk.js'

/** A bucket of a server that speaks S3's protocol. */
export class BucketDisk extends S3Driver implements PartialDisk {
  readonly #client: S3Client
  readonly #bucket: string

  constructor(bucket: string, config: S3ClientConfig) {
    const client = new S3Client(config)
    super({ client, bucket, visibility: 'private' })
    this.#client = client
    this.#bucket = bucket
  }

  async readPart(path: string, start: number, end: number): Promise<Uint8Array> {
    const answer = await this.#client.send(
      new GetObjectCommand({ Bucket: this.#bucket, Key: path, Range: `bytes=${start}-${end - 1}` })
    )
    return (await answer.Body?.transformToByteArray()) ?? new Uint8Array()
  }

  async probe(withinMs: number): Promise<void> {
    const abortSignal = AbortSignal.timeout(withinMs)
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal })
  }
}
