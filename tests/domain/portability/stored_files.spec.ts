import { setTimeout as pause } from 'node:timers/promises'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { newId } from '#app/foundation/identifier'
import { StoredFiles } from '#app/portability/stored_files'

/** What a bucket takes for each answer. */
const ANSWER_MS = 20
const FILES = 200

test.group('Stored files | totals', () => {
  test('of many take no round trip after another, and not all at once', async ({
    assert,
    cleanup,
  }) => {
    const files = new StoredFiles(newId('ten'))
    const { driver } = drive.use()
    const getMetaData = driver.getMetaData.bind(driver)
    let asking = 0
    let most = 0
    driver.getMetaData = async (key) => {
      most = Math.max(most, ++asking)
      await pause(ANSWER_MS)
      asking -= 1
      return getMetaData(key)
    }
    cleanup(async () => {
      driver.getMetaData = getMetaData
      await files.removeAll()
    })
    for (let at = 0; at < FILES; at += 1)
      await drive.use().put(`t/${files.tenantId}/live/doc_${at}/original`, 'x'.repeat(at))
    const startedAt = performance.now()
    const totals = await files.totals({ mayBeNew: false })
    assert.deepEqual(totals, { count: FILES, bytes: (FILES * (FILES - 1)) / 2 })
    assert.isBelow(performance.now() - startedAt, (FILES * ANSWER_MS) / 2)
    assert.isAtMost(most, 50)
  })
})
