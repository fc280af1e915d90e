import vine from '@vinejs/vine'

/** POST test/reset: nobody sends this word by accident. */
export const resetValidator = vine.compile(
  vine.object({
    confirm: vine.enum(['reset'] as const).meta({ description: 'Type `reset` to confirm.' }),
  })
)
