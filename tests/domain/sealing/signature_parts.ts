/** The signature of a sealed file and what it signs, as other programs want them. */
export function signatureIn(pdf: Uint8Array): { cms: Buffer; content: Buffer } {
  const file = Buffer.from(pdf)
  const range = /\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+)/.exec(file.toString('latin1'))!
  const [, , start, end] = range.map(Number) as [number, number, number, number]
  const hex = file.toString('latin1', start + 1, end - 1)
  return {
    cms: Buffer.from(hex, 'hex'),
    content: Buffer.concat([file.subarray(0, start), file.subarray(end)]),
  }
}

export function pem(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)!
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
