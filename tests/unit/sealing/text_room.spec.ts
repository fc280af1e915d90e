import { test } from '@japa/runner'
import { MAX_TEXT_SIZE, TextMeasure, textRoom } from '#app/sealing/pages/text_room'
import { fitText } from '#app/sealing/type/fitted_text'

const SENTENCES = {
  Latin: 'The buyer takes the house as it stands, with all that belongs to it. ',
  Korean: '본인은 위 계약의 내용을 충분히 이해하였으며 이에 동의합니다 ',
  Japanese: '売主は、買主に対し、本物件を現状のまま引き渡すものとする。PDF ',
  Arabic: 'يقر المشتري بأنه عاين العقار ووافق على شرائه بحالته ',
  Thai: 'ผู้ซื้อรับทราบและยอมรับสภาพของบ้านตามที่เป็นอยู่ ',
}
const BOXES = [
  { width: 170, height: 22 },
  { width: 60, height: 14 },
  { width: 320, height: 48 },
]

test.group('Room for texts', () => {
  test('is there for {$self} text whenever the seal sets it in 1.5 points or more')
    .with(Object.keys(SENTENCES) as (keyof typeof SENTENCES)[])
    .run(({ assert }, script) => {
      for (const box of BOXES)
        for (let length = 20; length <= 900; length += 55) {
          const text = SENTENCES[script].repeat(40).slice(0, length)
          const { size, overflows } = fitText(text, textRoom(box), MAX_TEXT_SIZE)
          const isSet = !overflows && size >= 1.5
          const words = `${length} characters in ${box.width} × ${box.height}, set at ${size}`
          assert.equal(new TextMeasure().isLegible(text, box), isSet, words)
        }
    })

  test('is looked for in 10,000 characters at once, whatever else a stranger writes', ({
    assert,
  }) => {
    const measure = new TextMeasure()
    const box = { width: 20, height: 12 }
    const asked = Array.from({ length: 7 }, (_, n) =>
      measure.isLegible(`${n}${'W'.repeat(1_999)}`, box)
    )
    assert.deepEqual(asked, [false, false, false, false, false, true, true])
  })

  test('is not measured for what surely has it', ({ assert }) => {
    const measure = new TextMeasure()
    const box = { width: 170, height: 22 }
    for (let time = 0; time < 1_000; time += 1) measure.isLegible('A choice like others', box)
    assert.isFalse(measure.isLegible('W'.repeat(1_999), { width: 20, height: 12 }))
  })
})
