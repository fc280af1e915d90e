import type { Resource } from './operation.js'
import { QUESTION_ANSWER, QUESTION_LIST } from '../schemas/question.js'
import { answerValidator } from '../validators/answer_validator.js'

const Questions = () => import('../documents/questions_controller.js')

const questions: Resource = {
  title: 'Questions of signers',
  description:
    'What signers write to the sender before they sign, and what the sender answers. Nobody else reads it: the trail commits to the words without showing them.',
  operations: [
    {
      name: 'documents.questions.index',
      operationId: 'listQuestions',
      method: 'GET',
      path: 'documents/:id/questions',
      handler: [Questions, 'index'],
      scope: 'documents:read',
      alsoNeeds: ['values:read'],
      summary: 'List the questions of signers',
      description: 'Oldest first, all at once, with their answers.',
      answers: { 200: { description: 'Questions.', schema: QUESTION_LIST } },
      errors: ['document_erased'],
    },
    {
      name: 'documents.questions.answer',
      operationId: 'answerQuestion',
      method: 'POST',
      path: 'documents/:id/questions/:question/answer',
      handler: [Questions, 'answer'],
      scope: 'documents:write',
      alsoNeeds: ['values:read'],
      summary: 'Answer a question of a signer',
      description:
        'The signer reads it on their page and in an email. A question has one answer: the same text again changes nothing.',
      body: answerValidator,
      example: { text: 'Space 12.', author: { name: 'Olga Owner', email: 'olga@acme.example' } },
      answers: { 200: { description: 'The question, answered.', schema: QUESTION_ANSWER } },
      errors: ['question_not_found', 'question_answered', 'document_state_conflict'],
    },
  ],
}

export default questions
