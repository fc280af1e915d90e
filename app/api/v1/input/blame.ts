import { Refusal } from '#app/foundation/refusal'

/** An address that was refused further down gets the name that the caller knows it by. */
export async function blame<T>(param: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.apiCode.startsWith('url_')) error.param ??= param
    throw error
  }
}
