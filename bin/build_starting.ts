import { bundleOfflineVerifier } from './offline_verifier/bundle.mjs'

/** Makes what the build copies from `resources`. */
export default function buildStarting() {
  return bundleOfflineVerifier()
}
