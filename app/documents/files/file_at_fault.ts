import { isRefusal } from '#app/foundation/refusal'

/** Says which of several files a refusal is about. @param number  from 1; null where there is one */
export async function inFile<T>(number: number | null, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (number !== null && isRefusal(error)) {
      error.message = `File ${number}: ${lowerFirst(error.message)}`
      error.wording = { ...error.wording, file: number }
    }
    throw error
  }
}

function lowerFirst(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1)
}
