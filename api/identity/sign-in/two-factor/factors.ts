import type { EntityManager } from '@mikro-orm/postgresql'
import { isRecoveryCode, isTotpCode, normalizeCode } from '#common/identity/sign-in/two-factor/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import { isBlockedByMissingTwoFactor } from '../../../access/access.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import type { User } from '../../users/entity.ts'
import { mailRecoveryCodeUsed } from './mails.ts'
import { consumeRecoveryCode, countUnusedRecoveryCodes, regenerateRecoveryCodes } from './recovery-codes.ts'
import { consumeTotp } from './totp.ts'

/** The parts of the context that are needed to send emails and to hash codes. */
type Ports = Pick<Context, 'config' | 'jobs'>

/**
 * Checks a code of the authenticator app or a recovery code, and marks it as used. Returns true when the code
 * is valid. Before this call, the caller counts the attempt in a transaction that commits in any case.
 */
export async function consumeFactorCode(
  ports: Ports,
  em: EntityManager,
  user: Pick<User, 'id' | 'email'>,
  typed: string,
): Promise<boolean> {
  const code = normalizeCode(typed)
  if (isTotpCode(code)) return consumeTotp(ports.config, em, user.id, code)
  if (!isRecoveryCode(code) || !(await consumeRecoveryCode(ports.config, em, user.id, code))) return false
  await mailRecoveryCodeUsed({ ...ports, em }, user.email, await countUnusedRecoveryCodes(em, user.id))
  return true
}

/**
 * Updates the account after a second factor was added. Returns new recovery codes if the user had none,
 * otherwise an empty list.
 */
export async function updateAccountAfterFactorAdded(
  config: Config,
  em: EntityManager,
  user: User,
): Promise<string[]> {
  user.has_second_factor = true
  await em.flush()
  const known = await query(em)
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  return known === undefined ? regenerateRecoveryCodes(config, em, user.id) : []
}

/**
 * Updates the account after a second factor was removed. If it was the last one, deletes the recovery codes,
 * and throws when a workspace of the user requires two-factor authentication.
 */
export async function handleFactorRemoved(em: EntityManager, user: User): Promise<void> {
  if (await hasFactor(em, user.id)) return
  await deleteAllFactors(em, user)
  if (await isBlockedByMissingTwoFactor(em, user.id))
    throw new AppError(
      'conflict',
      'One of your workspaces requires two-factor authentication. Set up another method first.',
    )
}

/** Removes all factors and recovery codes of the account. */
export async function deleteAllFactors(em: EntityManager, user: User): Promise<void> {
  await query(em).deleteFrom('totp_factors').where('user_id', '=', user.id).execute()
  await query(em).deleteFrom('passkeys').where('user_id', '=', user.id).execute()
  await query(em).deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
  user.has_second_factor = false
  await em.flush()
}

export async function hasTotp(em: EntityManager, userId: string): Promise<boolean> {
  const known = await query(em)
    .selectFrom('totp_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return known !== undefined
}

export async function hasPasskey(em: EntityManager, userId: string): Promise<boolean> {
  const known = await query(em)
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

async function hasFactor(em: EntityManager, userId: string): Promise<boolean> {
  return (await hasTotp(em, userId)) || (await hasPasskey(em, userId))
}
