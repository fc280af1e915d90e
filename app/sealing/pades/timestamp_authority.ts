import { createHash, randomBytes, type X509Certificate } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  MessageImprint,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
} from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { publicHttp, type PublicHttp } from '#app/foundation/outbound/public_http'
import TimestampRefused from '../errors/timestamp_refused.js'
import { OID } from './object_identifiers.js'
import type { HashName } from './signature_algorithms.js'
import { proveTimestamp } from './timestamp_token.js'

const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 64 * 1024
const NONCE_BYTES = 8
/** PKIStatus (RFC 3161, 2.4.2): granted, and granted with modifications. */
const GRANTED = [0, 1]

export interface TimestampAuthorityOptions {
  http?: Pick<PublicHttp, 'request'>
  roots?: X509Certificate[]
  /** Of what is to be stamped. */
  digest?: HashName
}

/** A service that says when some bytes existed (RFC 3161 over HTTP). */
export class TimestampAuthority {
  #http: Pick<PublicHttp, 'request'>
  #roots: X509Certificate[] | undefined
  #digest: HashName

  /** @param roots  to one of which its certificate must lead; none leaves that to readers */
  constructor(
    readonly url: string,
    { http = publicHttp, roots = [], digest = 'sha256' }: TimestampAuthorityOptions = {}
  ) {
    this.#http = http
    this.#digest = digest
    this.#roots = roots.length > 0 ? roots : undefined
  }

  /**
   * @param value  the bytes to stamp; only their digest leaves the house
   * @returns DER of the TimeStampToken, examined
   * @throws E_TIMESTAMP_REFUSED, and what `publicHttp` throws when the service cannot be reached
   */
  async stamp(value: Uint8Array): Promise<Uint8Array> {
    const nonce = randomNonce()
    const token = tokenOf(await this.#ask(value, nonce))
    let proven
    try {
      proven = proveTimestamp(token, value, this.#roots)
    } catch (cause) {
      throw new TimestampRefused((cause as Error).message, { cause })
    }
    if (!proven.nonce?.equals(nonce)) {
      throw new TimestampRefused('it answers another question than the one that was asked')
    }
    return token
  }

  async #ask(value: Uint8Array, nonce: Buffer): Promise<Buffer> {
    const answer = await this.#http.request({
      url: this.url,
      purpose: 'tsa',
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        'accept': 'application/timestamp-reply',
      },
      body: question(value, nonce, this.#digest),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
    if (answer.status !== 200)
      throw new TimestampRefused(`it answered with status ${answer.status}`)
    if (answer.truncated) throw new TimestampRefused('its answer is too long')
    return answer.body
  }
}

function question(value: Uint8Array, nonce: Buffer, digest: HashName): Buffer {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: OID[digest], parameters: null }),
    hashedMessage: new OctetString(createHash(digest).update(value).digest()),
  })
  const request = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint,
    nonce: new Uint8Array(nonce).buffer,
    certReq: true,
  })
  return Buffer.from(AsnConvert.serialize(request))
}

function tokenOf(answer: Buffer): Uint8Array {
  let response: TimeStampResp
  try {
    response = AsnConvert.parse(answer, TimeStampResp)
  } catch (cause) {
    throw new TimestampRefused('its answer cannot be read', { cause })
  }
  const { status } = response.status
  if (!GRANTED.includes(status)) throw new TimestampRefused(`it refused with status ${status}`)
  if (!response.timeStampToken) throw new TimestampRefused('its answer has no time stamp')
  return new Uint8Array(AsnConvert.serialize(response.timeStampToken))
}

/** Positive, and with no leading zero that an INTEGER would lose. */
function randomNonce() {
  const nonce = randomBytes(NONCE_BYTES)
  nonce[0] = (nonce[0]! & 0x7f) | 0x40
  return nonce
}
