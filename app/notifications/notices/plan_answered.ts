import Plan from '#app/tenants/plans/plan'
import PlanRequest from '#app/tenants/plans/plan_request'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

const PATH = '/settings/usage'

/** Details: `requestId`. */
export const planGranted: NoticeWording = {
  words: async ({ requestId }, { dashboard: { t } }) => {
    const asked = await known(requestId)
    return (
      asked && {
        subject: t('setting_notices.plan_granted', { plan: asked.name }),
        paragraphs: [t('setting_notices.plan_granted_text', { plan: asked.name })],
        ...(asked.answer && {
          about: { title: asked.name, facts: fact(t('setting_notices.answer'), asked.answer) },
        }),
        action: { label: t('setting_notices.see_plan'), path: PATH },
      }
    )
  },
}

/** Details: `requestId`. */
export const planDeclined: NoticeWording = {
  words: async ({ requestId }, { dashboard: { t } }) => {
    const asked = await known(requestId)
    return (
      asked && {
        subject: t('setting_notices.plan_declined', { plan: asked.name }),
        paragraphs: [t('setting_notices.plan_declined_text')],
        ...(asked.answer && {
          about: { title: asked.name, facts: fact(t('setting_notices.answer'), asked.answer) },
        }),
        action: { label: t('setting_notices.see_plan'), path: PATH },
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
