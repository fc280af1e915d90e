import { test } from '@japa/runner'
import type { Finding } from '#app/audit/chain_check'
import { confirmed } from '#app/audit/confirmed_findings'

const found = (chain: string, message: string): Finding => ({
  chain,
  sequence: 0,
  kind: 'unlogged',
  message,
})

/** What each read finds, in turn; the last of them again and again. */
function reads(...answers: Finding[][]) {
  const asked: (readonly string[])[] = []
  const read = (chains: readonly string[]) => {
    asked.push(chains)
    return Promise.resolve({ findings: answers[Math.min(asked.length, answers.length - 1)] })
  }
  return { asked, verdict: () => confirmed({ findings: answers[0] }, read) }
}

test.group('Findings that are read again', () => {
  test('are none where the next read finds the chain whole', async ({ assert }) => {
    const { verdict, asked } = reads([found('a', 'ends at 4')], [])
    assert.deepEqual(await verdict(), { findings: [] })
    assert.deepEqual(asked, [['a']])
  })

  test('stand where the chain has grown in between, and they say it in other words', async ({
    assert,
  }) => {
    const findings = [5, 6, 7, 8, 9, 10].map((end) => [found('a', `ends at ${end}`)])
    const { findings: stand } = await reads(...findings).verdict()
    assert.lengthOf(stand, 1)
    assert.match(stand[0].message, /^ends at/)
  })

  test('are those that are found twice, without what the last read met under way', async ({
    assert,
  }) => {
    const changed = found('a', 'entry 2 was changed')
    const { verdict } = reads(
      [changed, found('a', 'ends at 4')],
      [changed, found('a', 'ends at 5')]
    )
    assert.deepEqual((await verdict()).findings, [changed])
  })

  test('of one chain are not those of another', async ({ assert }) => {
    const { verdict, asked } = reads(
      [found('a', 'changed'), found('b', 'ends at 4')],
      [found('a', 'changed'), found('b', 'ends at 5')],
      []
    )
    assert.deepEqual((await verdict()).findings, [found('a', 'changed')])
    assert.deepEqual(asked, [['a', 'b'], ['b']])
  })
})
