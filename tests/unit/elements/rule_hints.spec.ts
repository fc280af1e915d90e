import { test } from '@japa/runner'
import { elementModule } from '#tests/support/element_module'

const A4 = { width: 595, height: 842 }
const SIZES = {
  signature: { width: 160, height: 44 },
  date: { width: 100, height: 22 },
  text: { width: 170, height: 22 },
}
const OPS = {
  ...{ save: 10, restore: 11, transform: 12, stroke: 20, fill: 22, endPath: 28, clip: 29 },
  ...{ eoClip: 30, paintFormXObjectBegin: 74, paintFormXObjectEnd: 75, constructPath: 91 },
}
/** Of a page as it is seen: turned upside down. */
const VIEWPORT = [1, 0, 0, -1, 0, 842]

const run = (text: string, x: number, y: number) => ({
  ...{ text, x, y },
  ...{ width: text.length * 5, height: 10 },
})

test.group('Field board | lines that are drawn', (group) => {
  let ruleHints: any
  let rulesIn: any
  group.setup(async () => {
    ;({ ruleHints } = await elementModule('board/rule_hints'))
    ;({ rulesIn } = await elementModule('board/page_rules'))
  })

  test('are long thin strokes and boxes, wherever they are moved before', ({ assert }) => {
    const path = (operator: number, ...box: number[]) => [OPS.constructPath, [operator, [], box]]
    const list = [
      path(OPS.stroke, 60, 120, 260, 120),
      [OPS.save, null],
      [OPS.transform, [2, 0, 0, 2, 10, 0]],
      path(OPS.fill, 50, 100, 150, 100.4),
      [OPS.restore, null],
      path(OPS.stroke, 60, 50, 100, 50),
      path(OPS.stroke, 60, 50, 300, 90),
      path(OPS.clip, 60, 40, 300, 40),
      [OPS.paintFormXObjectBegin, [[1, 0, 0, 1, 0, 500], null]],
      path(OPS.stroke, 300, 0, 400, 0),
      [OPS.paintFormXObjectEnd, null],
      path(OPS.stroke, 300, 100, 500, 100),
    ]
    const operators = { fnArray: list.map(([one]) => one), argsArray: list.map(([, args]) => args) }
    assert.deepEqual(rulesIn(operators, OPS, VIEWPORT), [
      { x: 60, y: 722, width: 200 },
      { x: 110, y: 642, width: 200 },
      { x: 300, y: 342, width: 100 },
      { x: 300, y: 742, width: 200 },
    ])
  })

  test('ask for what stands before or below them, and alone at the foot for a signature', ({
    assert,
  }) => {
    const found = (rule: object, ...runs: object[]) =>
      ruleHints([rule], runs, SIZES, A4).map(({ type }: any) => type)
    const high = { x: 100, y: 200, width: 200 }
    const low = { ...high, y: 700 }
    assert.deepEqual(found(high, run('Signature of the buyer', 100, 212)), [])
    assert.deepEqual(found(high, run('Place, date', 100, 212)), ['date'])
    assert.deepEqual(found(high, run('Unterschrift:', 30, 199)), ['signature'])
    assert.deepEqual(found(high), [])
    assert.deepEqual(found(low), ['signature'])
    assert.deepEqual(found(low, run('The buyer', 100, 712)), ['signature'])
    assert.deepEqual(found(low, run('underlined words of a text', 100, 698)), [])
    assert.deepEqual(found({ x: 50, y: 800, width: 495 }), [], 'right across')
    const table = [680, 700, 720].map((y) => ({ ...low, y }))
    assert.deepEqual(ruleHints(table, [], SIZES, A4), [])
    const [hint] = ruleHints([low], [], SIZES, A4)
    assert.deepEqual(hint, { type: 'signature', x: 100, y: 657, width: 160, height: 44 })
  })
})
