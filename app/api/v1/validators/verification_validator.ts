import vine from '@vinejs/vine'

/** POST verify: a file, and nothing else. */
export const verificationValidator = vine.compile(vine.object({}))
