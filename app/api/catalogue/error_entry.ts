import { statusOfClass, type RefusalClass } from '#app/front_door/answers/refusal_status'

/** One line of the documentation of errors. */
export interface ErrorEntry<Code extends string = string> {
  code: Code
  status: number
  /** When it is answered, and what to do about it. */
  meaning: string
}

/** What a class of refusals stands for; where several share a code, any of them. */
export function refused<Class extends RefusalClass>(
  refusal: Class,
  meaning: string
): ErrorEntry<Class['code']> {
  return { status: statusOfClass(refusal), code: refusal.code, meaning }
}

/** What no class stands for, since nothing of ours refused it. */
export function answered<Code extends string>(
  status: number,
  code: Code,
  meaning: string
): ErrorEntry<Code> {
  return { status, code, meaning }
}
