import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { test } from '@japa/runner'
import {
  cosignatureLine,
  NoteVerifier,
  parseNote,
  signatureLine,
} from '#app/audit/transparency/signed_note'

/** The example of golang.org/x/mod/sumdb/note, which others verify with. */
const NAME = 'PeterNeumann'
const KEY = `${NAME}+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW`
const SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1)
const TEXT = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`
const LINE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM='
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKey = createPrivateKey({
  key: Buffer.concat([PKCS8, SEED]),
  format: 'der',
  type: 'pkcs8',
})

test.group('A signed note', () => {
  test('is signed as Go’s checksum database signs its own', ({ assert }) => {
    assert.equal(signatureLine(TEXT, NAME, privateKey), LINE)
    assert.equal(NoteVerifier.of(NAME, 'note', privateKey).toString(), KEY)
  })

  test('holds for its text and key alone', ({ assert }) => {
    const verifier = NoteVerifier.parse(KEY)!
    const holds = (source: string) => verifier.hasSigned(parseNote(source)!)
    assert.isTrue(holds(`${TEXT}\n${LINE}\n`))
    assert.isFalse(holds(`${TEXT.replace('answer', 'Answer')}\n${LINE}\n`))
    assert.isFalse(holds(`${TEXT}\n${LINE.replace('PeterNeumann', 'Somebody')}\n`))
    const { privateKey: other } = generateKeyPairSync('ed25519')
    assert.isFalse(holds(`${TEXT}\n${signatureLine(TEXT, NAME, other)}\n`))
  })

  test('keeps the signatures of others beside that of its log', ({ assert }) => {
    const witness = { name: 'witness.example', key: generateKeyPairSync('ed25519').privateKey }
    const cosigned = cosignatureLine(TEXT, 1_795_000_000, witness)
    const note = parseNote(`${TEXT}\n${LINE}\n${cosigned}\n`)!
    assert.lengthOf(note.signatures, 2)
    assert.isTrue(NoteVerifier.parse(KEY)!.hasSigned(note))
    assert.isTrue(NoteVerifier.of(witness.name, 'cosignature', witness.key).hasSigned(note))
    assert.isFalse(NoteVerifier.of(witness.name, 'note', witness.key).hasSigned(note))
  })

  test('is refused where it is damaged', ({ assert }) => {
    for (const source of [
      '',
      TEXT,
      `${TEXT}\n`,
      `${TEXT}\n${LINE}`,
      `${TEXT}\n— x\n`,
      `${TEXT}\n${LINE}\n!\n`,
    ])
      assert.isNull(parseNote(source))
  })

  test('has keys that are refused where a character is wrong', ({ assert }) => {
    for (const key of [
      '',
      NAME,
      KEY.slice(0, -4),
      KEY.replace('c74f', 'c74e'),
      KEY.replace('Peter', 'Paul'),
    ])
      assert.isNull(NoteVerifier.parse(key))
  })
})
