const SIGNATURE = { type: 'signature', page: 1 }

const samples = {
  anchor: [
    { type: 'signature', anchor: { text: 'Signature:' } },
    {
      ...{ type: 'date', width: 90, height: 20 },
      anchor: { text: 'Date of signing', position: 'below', offsetY: 4 },
    },
  ],
  points: [{ ...SIGNATURE, x: 60, y: 700, width: 180, height: 50 }],
  percent: [{ ...SIGNATURE, x: 10, y: 83, width: 30, height: 6, unit: 'percent' }],
}

/** The same place on A4 twice, and texts to stand at, as `signers[].fields` takes it. */
export const FIELD_SAMPLES = {
  anchor: shown(samples.anchor),
  points: shown(samples.points),
  percent: shown(samples.percent),
}

function shown(fields: readonly object[]): string {
  return `"fields": ${JSON.stringify(fields, null, 2)}`
}
