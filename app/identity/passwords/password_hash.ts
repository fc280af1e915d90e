import hash from '@adonisjs/core/services/hash'
import type { Secret } from '@adonisjs/core/helpers'
import { inTurn } from './hashing_turns.js'
import { normalized } from './normalized.js'
import { passesOf, SCRYPT, spendPasses } from './scrypt.js'

export interface PasswordCheck {
  isRight: boolean
  /** The same password at the current cost, to be stored in place of the hash that was checked; null where that is current. */
  renewed: string | null
}

/** Passwords as they are stored: scrypt in PHC format, `$scrypt$n=16384,r=8,p=5$salt$hash`. */
export const PasswordHash = {
  /** @throws PasswordsBusy */
  make(password: Secret<string>): Promise<string> {
    return inTurn(() => hash.make(normalized(password.release())))
  },

  /**
   * A wrong password costs the same work whatever is stored, nothing and hashes of an earlier cost included, so that its time does not show
   * whether there is such an account.
   *
   * @param stored  null for an unknown account and for one without a password
   * @throws PasswordsBusy
   */
  check(stored: string | null, password: Secret<string>): Promise<PasswordCheck> {
    return inTurn(async () => {
      const passes = stored === null ? null : passesOf(stored)
      if (stored === null || passes === null) {
        await spendPasses(SCRYPT.parallelization)
        return { isRight: false, renewed: null }
      }
      const typed = password.release()
      const isEarlier = passes < SCRYPT.parallelization
      // earlier hashes are of passwords as they were typed
      const isRight = await hash.verify(stored, isEarlier ? typed : normalized(typed))
      if (isRight)
        return { isRight, renewed: isEarlier ? await hash.make(normalized(typed)) : null }
      await spendPasses(SCRYPT.parallelization - passes)
      return { isRight, renewed: null }
    })
  },
}
