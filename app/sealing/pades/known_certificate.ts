import { X509Certificate } from 'node:crypto'
import { rememberedOf } from './remembered.js'

/** The same object for the same DER, so that what follows from it is worked out once. @throws what `X509Certificate` throws */
export const knownCertificate = rememberedOf((der) => new X509Certificate(der))
