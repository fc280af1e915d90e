import { address, readCertificate, type ProviderMetadata } from '../gate/provider_metadata.js'
import { must } from '../gate/rejection.js'
import type { Binding } from '../connection.js'

const MAX_ENTITY_ID = 1_024
const MAX_PEM = 64 * 1024
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** What a provider shows on its pages where it has no metadata to give. */
export interface ProviderFields {
  entityId: string
  ssoUrl: string
  ssoBinding: Binding
  /** Empty where it knows no log-out. */
  sloUrl: string
  /** One or more in PEM, or one in base64 alone. */
  certificates: string
}

/** The same as its metadata would say. @throws Rejection, as for metadata */
export function metadataOf(fields: ProviderFields): ProviderMetadata {
  const { entityId, ssoUrl, ssoBinding, sloUrl, certificates } = fields
  must(entityId.length > 0 && entityId.length <= MAX_ENTITY_ID, 'shape', 'E_METADATA_ENTITY_ID')
  return {
    ...{ entityId, ssoBinding, sloBinding: ssoBinding, sloResponseUrl: null },
    ssoUrl: address(ssoUrl),
    sloUrl: sloUrl === '' ? null : address(sloUrl),
    certificates: certificatesIn(certificates),
    wantsSignedRequests: true,
  }
}

/** @returns base64 of DER, each once. @throws Rejection */
export function certificatesIn(text: string): string[] {
  must(text.trim() !== '' && text.length <= MAX_PEM, 'shape', 'E_CERTIFICATE')
  const found = text.match(PEM) ?? [text]
  return [...new Set(found.map((one) => readCertificate(one)))]
}
