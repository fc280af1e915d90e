import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { UnfinishedUpload } from './partial_disk.js'

/** What is larger is sent in parts of this size, some at once: one that fails is sent again by itself. */
export const PART_BYTES = 8 * 2 ** 20

interface Bucket {
  client: S3Client
  name: string
}

/** Of a file in memory, or of a stream whose length nobody knows. One that breaks off leaves no part behind, unless the process dies with it. */
export async function upload(
  { client, name }: Bucket,
  path: string,
  content: Uint8Array | Readable
): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage') // with the first file that needs it
  const params = { Bucket: name, Key: path, Body: content }
  await new Upload({ client, params, partSize: PART_BYTES }).done()
}

/** @param before  those that were begun by then */
export async function unfinishedUploads(
  { client, name }: Bucket,
  prefix: string,
  before: Date
): Promise<UnfinishedUpload[]> {
  const found: UnfinishedUpload[] = []
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    page = await client.send(
      new ListMultipartUploadsCommand({
        ...{ Bucket: name, Prefix: prefix },
        ...{ KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker },
      })
    )
    for (const { Key: path, UploadId: id, Initiated: begun } of page.Uploads ?? [])
      if (path && begun && begun < before)
        found.push({ path, remove: () => abort({ client, name }, path, id) })
  } while (page.IsTruncated)
  return found
}

async function abort({ client, name }: Bucket, path: string, id?: string): Promise<void> {
  await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key: path, UploadId: id }))
}
