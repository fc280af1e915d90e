import { AsnConvert } from '@peculiar/asn1-schema'
import { test } from '@japa/runner'
import { createAuthority, issueLeaf } from '#app/sealing/certificate_authority'
import { CmsSignature } from '#app/sealing/pades/cms_signature'
import { SignedContentInfo } from '#app/sealing/pades/signed_content'

const AT = new Date('2026-11-21T14:03:22.000Z')
const TENANT = { tenantId: 'ten_1', tenantName: 'Acme GmbH', isTest: false, at: AT }

async function signature() {
  const authority = await createAuthority({ name: 'Authority', isTest: false, at: AT })
  const { certificate, chain } = await issueLeaf(authority, TENANT)
  const [digest, value] = [Buffer.alloc(32, 0x5a), Buffer.alloc(71, 0xa5)]
  return CmsSignature.of({ certificate, chain, digest, value })
}

/** Read and written by the library for ASN.1. */
function writtenAnew(der: Buffer): Buffer {
  return Buffer.from(AsnConvert.serialize(AsnConvert.parse(der, SignedContentInfo)))
}

test.group('CMS signature', () => {
  test('is in DER as the library for ASN.1 writes it', async ({ assert }) => {
    const der = (await signature()).encode()
    assert.isTrue(writtenAnew(der).equals(der))
  })

  test('is so with a time stamp', async ({ assert }) => {
    const cms = await signature()
    const bare = cms.encode()
    cms.addTimestamp(Buffer.from('30030201ff', 'hex'))
    const der = cms.encode()
    assert.isAbove(der.length, bare.length)
    assert.isTrue(writtenAnew(der).equals(der))
  })

  test('has attributes in the order of their encodings', async ({ assert }) => {
    const { content } = AsnConvert.parse((await signature()).encode(), SignedContentInfo)
    const attributes = content.signerInfos[0]!.signedAttrs!
    const encodings = attributes.map((entry) => Buffer.from(AsnConvert.serialize(entry)))
    assert.deepEqual(encodings, [...encodings].sort(Buffer.compare))
  })
})
