/** The names that standards give to the parts of a signature, and the standard of each. */
export const OID = {
  /** RFC 5652, 4 and 5.1 */
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  /** RFC 5652, 11.1 and 11.2 */
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  /** RFC 2634, 5.4 and RFC 5035, 3 */
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  /** RFC 3161, 2.4.2 and appendix A */
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  /** RFC 3279, 2.2.1: names things, and proves nothing here */
  sha1: '1.3.14.3.2.26',
  /** RFC 5754, 2 */
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  /** RFC 5480, 2.1.1 */
  ecPublicKey: '1.2.840.10045.2.1',
  /** RFC 5758, 3.2 */
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  /** RFC 8017, A.1 and A.2.4 */
  rsaEncryption: '1.2.840.113549.1.1.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  /** RFC 5280, 4.2.1.12 and RFC 9336 */
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const
