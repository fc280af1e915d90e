import { createSecretKey, randomBytes } from 'node:crypto'

import { test } from '@japa/runner'

import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import {
  openFrameRange,
  openFrames,
  sealedLength,
  sealFrames,
} from '#app/foundation/keys/sealed_frames'

const FRAME = 64 * 1024
const SEALED_FRAME = FRAME + 16
const HEADER = 24
const AAD = 'ten_1|doc_1|original'

const key = createSecretKey(randomBytes(32))

/** Notes what is read, and reads from memory. */
class NotedReader {
  readonly reads: [start: number, end: number][] = []

  constructor(private readonly sealed: Buffer) {}

  get sealedLength() {
    return this.sealed.length
  }

  async read(start: number, end: number) {
    this.reads.push([start, end])
    return this.sealed.subarray(start, end)
  }
}

test.group('Sealed frames | whole blobs', () => {
  test('open to the {$self} bytes that were sealed')
    .with([0, 1, FRAME - 1, FRAME, FRAME + 1, 2 * FRAME, 3 * FRAME + 17])
    .run(({ assert }, length) => {
      const bytes = randomBytes(length)
      const sealed = sealFrames(key, bytes, AAD)
      assert.isTrue(openFrames(key, sealed, AAD).equals(bytes))
      assert.equal(sealedLength(length), sealed.length)
    })

  test('show nothing of what they hold', ({ assert }) => {
    const sealed = sealFrames(key, Buffer.from('%PDF-1.7'.repeat(10_000)), AAD)
    assert.isFalse(sealed.includes('%PDF'))
    const again = sealFrames(key, Buffer.from('%PDF-1.7'.repeat(10_000)), AAD)
    assert.isFalse(sealed.subarray(HEADER, HEADER + 64).equals(again.subarray(HEADER, HEADER + 64)))
  })

  test('refuse a bit changed in {part}')
    .with([
      { part: 'the version', at: 0 },
      { part: 'the nonce prefix', at: 1 },
      { part: 'the salt', at: 8 },
      { part: 'the first frame', at: HEADER },
      { part: 'the tag of the first frame', at: HEADER + FRAME },
      { part: 'a middle frame', at: HEADER + SEALED_FRAME + 99 },
      { part: 'the last frame', at: HEADER + 2 * SEALED_FRAME },
      { part: 'the last tag', at: HEADER + 2 * SEALED_FRAME + 100 + 15 },
    ])
    .run(({ assert }, { at }) => {
      const sealed = sealFrames(key, randomBytes(2 * FRAME + 100), AAD)
      sealed[at] ^= 1
      assert.throws(() => openFrames(key, sealed, AAD), EnvelopeRefused)
    })

  test('refuse two frames that changed places', ({ assert }) => {
    const sealed = sealFrames(key, randomBytes(2 * FRAME + 100), AAD)
    const swapped = Buffer.concat([
      sealed.subarray(0, HEADER),
      sealed.subarray(HEADER + SEALED_FRAME, HEADER + 2 * SEALED_FRAME),
      sealed.subarray(HEADER, HEADER + SEALED_FRAME),
      sealed.subarray(HEADER + 2 * SEALED_FRAME),
    ])
    assert.throws(() => openFrames(key, swapped, AAD), EnvelopeRefused)
  })

  test('refuse a frame of another blob in the same place', ({ assert }) => {
    const ours = sealFrames(key, randomBytes(2 * FRAME), AAD)
    const other = sealFrames(key, randomBytes(2 * FRAME), AAD)
    other.copy(ours, HEADER, HEADER, HEADER + SEALED_FRAME)
    assert.throws(() => openFrames(key, ours, AAD), EnvelopeRefused)
  })

  test('refuse to end early, at the edge of a frame or anywhere else', ({ assert }) => {
    const sealed = sealFrames(key, randomBytes(3 * FRAME), AAD)
    const lengths = [2, 1, 0].map((frames) => HEADER + frames * SEALED_FRAME)
    for (const length of [...lengths, sealed.length - 1, sealed.length - 16, HEADER - 1, 0]) {
      assert.throws(() => openFrames(key, sealed.subarray(0, length), AAD), EnvelopeRefused)
    }
  })

  test('refuse more frames than were sealed', ({ assert }) => {
    const sealed = sealFrames(key, randomBytes(FRAME), AAD)
    const longer = Buffer.concat([sealed, sealed.subarray(HEADER)])
    assert.throws(() => openFrames(key, longer, AAD), EnvelopeRefused)
  })

  test('refuse another key, and another blob’s name', ({ assert }) => {
    const sealed = sealFrames(key, randomBytes(100), AAD)
    const other = createSecretKey(randomBytes(32))
    assert.throws(() => openFrames(other, sealed, AAD), EnvelopeRefused)
    assert.throws(() => openFrames(key, sealed, 'ten_1|doc_2|original'), EnvelopeRefused)
    assert.throws(() => openFrames(key, sealed, 'ten_1|doc_1|sealed'), EnvelopeRefused)
  })

  test('are refused at a length to which no blob seals', ({ assert }) => {
    const emptyLastFrame = HEADER + SEALED_FRAME + 16
    for (const length of [0, HEADER, HEADER + 15, HEADER + SEALED_FRAME + 5, emptyLastFrame]) {
      const bytes = Buffer.alloc(length)
      assert.throws(() => openFrames(key, bytes, AAD), EnvelopeRefused)
    }
  })
})

test.group('Sealed frames | ranges', () => {
  const bytes = randomBytes(4 * FRAME + 1_000)
  const sealed = sealFrames(key, bytes, AAD)

  test('open the bytes from {0} to {1}')
    .with([
      [0, 1],
      [0, 4 * FRAME + 1_000],
      [FRAME - 1, FRAME + 1],
      [FRAME, 2 * FRAME],
      [FRAME + 5, 3 * FRAME + 7],
      [4 * FRAME, 4 * FRAME + 1_000],
      [4 * FRAME + 999, 4 * FRAME + 1_000],
    ] as [number, number][])
    .run(async ({ assert }, [start, end]) => {
      const range = await openFrameRange(key, new NotedReader(sealed), AAD, start, end)
      assert.isTrue(range.equals(bytes.subarray(start, end)))
    })

  test('read the header and the frames that hold them, and no more', async ({ assert }) => {
    const reader = new NotedReader(sealed)
    await openFrameRange(key, reader, AAD, 2 * FRAME - 10, 2 * FRAME + 10)
    assert.deepEqual(reader.reads, [
      [0, HEADER],
      [HEADER + SEALED_FRAME, HEADER + 3 * SEALED_FRAME],
    ])
  })

  test('read the header together with the first frame', async ({ assert }) => {
    const reader = new NotedReader(sealed)
    await openFrameRange(key, reader, AAD, 0, 10)
    assert.deepEqual(reader.reads, [[0, HEADER + SEALED_FRAME]])
  })

  test('may be empty', async ({ assert }) => {
    const range = await openFrameRange(key, new NotedReader(sealed), AAD, 5, 5)
    assert.lengthOf(range, 0)
  })

  test('refuse bytes that the blob does not have', async ({ assert }) => {
    const end = bytes.length
    for (const [from, to] of [
      [-1, 5],
      [0, end + 1],
      [5, 4],
      [Number.NaN, 5],
    ]) {
      await assert.rejects(
        () => openFrameRange(key, new NotedReader(sealed), AAD, from, to),
        RangeError
      )
    }
  })

  test('refuse a frame that was changed, and do not mind one they do not read', async ({
    assert,
  }) => {
    const changed = Buffer.from(sealed)
    changed[HEADER + 2 * SEALED_FRAME] ^= 1
    const reader = new NotedReader(changed)
    await assert.rejects(
      () => openFrameRange(key, reader, AAD, 2 * FRAME, 2 * FRAME + 1),
      EnvelopeRefused
    )
    const range = await openFrameRange(key, reader, AAD, 0, FRAME)
    assert.isTrue(range.equals(bytes.subarray(0, FRAME)))
  })

  test('refuse the end of a blob that was cut off', async ({ assert }) => {
    const cut = new NotedReader(sealed.subarray(0, HEADER + 3 * SEALED_FRAME))
    await assert.rejects(
      () => openFrameRange(key, cut, AAD, 3 * FRAME - 1, 3 * FRAME),
      EnvelopeRefused
    )
  })

  test('refuse a reader that gives less than it was asked for', async ({ assert }) => {
    const short = { sealedLength: sealed.length, read: async () => sealed.subarray(0, 100) }
    await assert.rejects(() => openFrameRange(key, short, AAD, 0, 10), EnvelopeRefused)
  })
})
