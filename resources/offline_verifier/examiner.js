export { trustedRoots } from '#app/sealing/verifier/portable_roots'
export { examineFile } from '#app/sealing/verifier/seal_examiner'
