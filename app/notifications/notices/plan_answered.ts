import Plan from '#app/tenants/plans/plan'
import PlanRequest from '#app/tenants/plans/plan_request'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

const ACTION = { label: 'See your plan', path: '/settings/usage' }

/** Details: `requestId`. */
export const planGranted: NoticeWording = {
  words: async ({ requestId }) => {
    const asked = await known(requestId)
    return (
      asked && {
        subject: `You now have the ${asked.name} plan`,
        paragraphs: [
          `Your request for the ${asked.name} plan was granted, and your account has it now.`,
        ],
        ...(asked.answer && { about: { title: asked.name, facts: fact('Answer', asked.answer) } }),
        action: ACTION,
      }
    )
  },
}

/** Details: `requestId`. */
export const planDeclined: NoticeWording = {
  words: async ({ requestId }) => {
    const asked = await known(requestId)
    return (
      asked && {
        subject: `Your request for the ${asked.name} plan was declined`,
        paragraphs: [
          'Nothing has changed: your account keeps its present plan. You can ask for another plan at any time.',
        ],
        ...(asked.answer && { about: { title: asked.name, facts: fact('Answer', asked.answer) } }),
        action: ACTION,
      }
    )
  },
}

/** Null where the request, or the plan, is gone. */
async function known(requestId: unknown): Promise<{ name: string; answer: string | null } | null> {
  const request = await PlanRequest.find(requestId)
  const plan = request && (await Plan.find(request.planKey))
  return plan && { name: plan.name, answer: request.answer }
}
