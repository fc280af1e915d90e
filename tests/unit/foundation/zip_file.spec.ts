import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { zipFile, type ZipEntry } from '#app/foundation/zip_file'

const run = promisify(execFile)
const AT = new Date('2026-11-23T10:20:30Z')

async function* entries(): AsyncGenerator<ZipEntry> {
  yield { name: 'a.txt', bytes: Buffer.from('hello'), at: AT }
  yield { name: 'ä.txt', bytes: Buffer.alloc(0), at: AT }
}

test.group('A ZIP archive', () => {
  test('holds its files as they are, and a directory that leads to each', async ({ assert }) => {
    const zip = Buffer.concat(await Array.fromAsync(zipFile(entries())))
    const end = zip.length - 22
    assert.equal(zip.readUInt16LE(end + 10), 2)
    let place = zip.readUInt32LE(end + 16)
    const found: [string, string][] = []
    for (let count = 0; count < 2; count++) {
      assert.equal(zip.readUInt32LE(place), 0x02014b50)
      assert.equal(zip.readUInt16LE(place + 8), 0x0800)
      const [size, length] = [zip.readUInt32LE(place + 20), zip.readUInt16LE(place + 28)]
      const name = zip.toString('utf8', place + 46, place + 46 + length)
      const local = zip.readUInt32LE(place + 42)
      assert.equal(zip.readUInt32LE(local), 0x04034b50)
      const start = local + 30 + zip.readUInt16LE(local + 26)
      found.push([name, zip.toString('utf8', start, start + size)])
      place += 46 + length
    }
    assert.deepEqual(found, [
      ['a.txt', 'hello'],
      ['ä.txt', ''],
    ])
    assert.equal(zip.readUInt32LE(14), 0x3610a686) // of “hello”, as every tool computes it
  })

  test('is read by others beyond 4 GB', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'zip-'))
    cleanup(() => rm(folder, { recursive: true }))
    const path = join(folder, 'large.zip')
    const start = 5 * 2 ** 30
    // a hole in the file, which takes no place on the disk
    const file = await open(path, 'w')
    const parts = await Array.fromAsync(zipFile(entries(), start))
    await file.write(Buffer.concat(parts), 0, null, start)
    await file.close()
    const read = `import zipfile
z = zipfile.ZipFile(${JSON.stringify(path)})
print(len(z.namelist()), z.read('a.txt').decode(), z.infolist()[-1].header_offset > ${start})`
    const { stdout } = await run('python3', ['-c', read])
    assert.equal(stdout.trim(), '2 hello True')
  })
})
