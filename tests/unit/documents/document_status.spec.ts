import { test } from '@japa/runner'
import Document from '#app/documents/document'
import {
  canBecome,
  isTerminal,
  TRANSITIONS,
  type DocumentStatus,
} from '#app/documents/document_status'
import Signer from '#app/documents/signers/signer'

const FORWARD: DocumentStatus[] = ['draft', 'pending', 'viewed', 'in_progress', 'completed']
const ALL = Object.keys(TRANSITIONS) as DocumentStatus[]

function signedBy(signed: number, of: number): Document {
  const document = new Document()
  const signers = Array.from({ length: of }, (_, index) =>
    new Signer().fill({ status: index < signed ? 'signed' : 'sent' })
  )
  document.$setRelated('signers', signers)
  return document
}

test.group('Document status', () => {
  test('never goes back, from any status to any earlier one', ({ assert }) => {
    for (const [place, from] of FORWARD.entries())
      for (const to of FORWARD.slice(0, place + 1))
        assert.isFalse(canBecome(from, to), `${from} to ${to}`)
  })

  test('stays what it is once it has ended', ({ assert }) => {
    for (const from of ALL.filter((status) => isTerminal(status)))
      for (const to of ALL) assert.isFalse(canBecome(from, to), `${from} to ${to}`)
  })

  test('a draft can only be sent', ({ assert }) => {
    assert.deepEqual(
      ALL.filter((to) => canBecome('draft', to)),
      ['pending']
    )
  })
})

test.group('Progress of a document', () => {
  test('is floored, so that 100 means everyone', ({ assert }) => {
    assert.equal(signedBy(1, 3).progress, 33)
    assert.equal(signedBy(2, 3).progress, 66)
    assert.equal(signedBy(199, 200).progress, 99)
    assert.equal(signedBy(200, 200).progress, 100)
  })

  test('is 0 while nobody has signed, and where there is nobody', ({ assert }) => {
    assert.equal(signedBy(0, 3).progress, 0)
    assert.equal(signedBy(0, 0).progress, 0)
  })
})
