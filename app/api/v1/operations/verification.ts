import type { Resource } from './operation.js'
import { SEAL_REPORT } from '../schemas/seal_report.js'
import { verificationValidator } from '../validators/verification_validator.js'

const Verifications = () => import('../verification/verifications_controller.js')

const verification: Resource = {
  title: 'Verification',
  description: 'What a seal proves about any PDF.',
  operations: [
    {
      name: 'verify',
      operationId: 'verifySeal',
      method: 'POST',
      path: 'verify',
      handler: [Verifications, 'store'],
      scope: 'any',
      keepsNoAnswer: true,
      summary: 'Check a sealed PDF',
      description:
        'Send the PDF as a file in a form, or as base64 in JSON. Nothing of it is kept. A file with which something is wrong is answered with 200, too: `verdict` says what was found, and `faults` says what is wrong.',
      body: verificationValidator,
      example: {},
      file: 'file',
      answers: { 200: { description: 'What was found.', schema: SEAL_REPORT } },
    },
  ],
}

export default verification
