export const KEY_STEPS = ['announce', 'use', 'retire'] as const

export type KeyStep = (typeof KEY_STEPS)[number]
