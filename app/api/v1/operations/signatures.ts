import type { Resource } from './operation.js'
import { SENDING_ANSWER } from '../schemas/document.js'
import { SENDING_EXAMPLE } from '../schemas/document_examples.js'
import { sendingValidator } from '../validators/document_validator.js'

const Sendings = () => import('../signatures/sendings_controller.js')

const signatures: Resource = {
  title: 'Signatures',
  description: 'The short way: one call from the URL of a PDF to signing links.',
  operations: [
    {
      name: 'signatures.send',
      operationId: 'sendForSignature',
      method: 'POST',
      path: 'signatures/send',
      handler: [Sendings, 'store'],
      scope: 'documents:write',
      summary: 'Send a PDF from a URL',
      description:
        'Fetches the PDF during the request: https, at most ten seconds, 25 MiB and three redirects. Without a `title`, the file name becomes the title.',
      body: sendingValidator,
      example: {
        documentUrl: 'https://crm.example/contracts/4711.pdf',
        signers: [{ name: 'Ana Buyer', email: 'signer+ana@sandbox.test' }],
      },
      answers: {
        201: {
          description: 'The document was sent.',
          schema: SENDING_ANSWER,
          example: SENDING_EXAMPLE,
        },
      },
      errors: [
        'quota_exceeded',
        'owner_unverified',
        'new_account_limit',
        'signer_limit_exceeded',
        'field_off_page',
        'url_forbidden',
        'url_unreachable',
        'pdf_malformed',
        'pdf_encrypted',
        'pdf_already_signed',
        'pdf_unsafe',
        'too_many_pages',
      ],
    },
  ],
}

export default signatures
