import { createHmac, randomInt } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { recoveryAlphabet, recoveryCodeCount } from '#common/identity/sign-in/two-factor/rules.ts'
import type { Config } from '../../../platform/config/config.ts'
import { query } from '../../../platform/db/orm.ts'

/**
 * Replaces all recovery codes of the user. The result is the only place where the plain codes appear, because
 * the database has only hashes.
 */
export async function regenerateRecoveryCodes(
  config: Config,
  em: EntityManager,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await query(em).deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await query(em)
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({ user_id: userId, code_hash: hashOf(config, userId, code), used_at: null })),
    )
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/**
 * Marks a recovery code as used. Returns false when the code is wrong or was used before. One statement
 * checks and marks the code, so that a code cannot be used twice.
 */
export async function consumeRecoveryCode(
  config: Config,
  em: EntityManager,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await query(em)
    .updateTable('recovery_codes')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(config, userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function countUnusedRecoveryCodes(em: EntityManager, userId: string): Promise<number> {
  const { left } = await query(em)
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

function newCode(): string {
  const letters = Array.from({ length: 10 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)])
  return letters.join('')
}

/**
 * Hashes a code with the secret key. Without this key, an attacker who has a copy of the database cannot find
 * the code by trial.
 */
function hashOf({ secret }: Config, userId: string, code: string): string {
  return createHmac('sha256', secret).update(`recovery-code:${userId}:${code}`).digest('hex')
}
