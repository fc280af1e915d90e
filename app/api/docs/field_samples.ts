const SIGNATURE = { type: 'signature', page: 1 }

const samples = {
  points: [{ ...SIGNATURE, x: 60, y: 700, width: 180, height: 50 }],
  percent: [{ ...SIGNATURE, x: 10, y: 83, width: 30, height: 6, unit: 'percent' }],
}

/** The same place on A4 twice, as `signers[].fields` takes it. */
export const FIELD_SAMPLES = {
  points: shown(samples.points),
  percent: shown(samples.percent),
}

function shown(fields: readonly object[]): string {
  return `"fields": ${JSON.stringify(fields, null, 2)}`
}
