import type { EntityManager } from '@mikro-orm/postgresql'
import { isRecoveryCode, isTotpCode, plainCode } from '#common/identity/sign-in/second-factor/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import { isShutOut } from '../../../access/access.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import type { User } from '../../users/entity.ts'
import { mailRecoveryCodeUsed } from './mails.ts'
import { makeRecoveryCodes, recoveryCodesLeft, takeRecoveryCode } from './recovery-codes.ts'
import { takeTotp } from './totp.ts'

/** Ports that a mail needs, beside the key. */
type Ports = Pick<Context, 'config' | 'jobs'>

/**
 * True when the code is one of the person's app, or one to recover by; it counts no more. The caller counts the guess before, and commits
 * that whatever comes of it.
 */
export async function takeFactorCode(
  ports: Ports,
  em: EntityManager,
  user: Pick<User, 'id' | 'email'>,
  typed: string,
): Promise<boolean> {
  const code = plainCode(typed)
  if (isTotpCode(code)) return takeTotp(ports.config, em, user.id, code)
  if (!isRecoveryCode(code) || !(await takeRecoveryCode(ports.config, em, user.id, code))) return false
  await mailRecoveryCodeUsed({ ...ports, em }, user.email, await recoveryCodesLeft(em, user.id))
  return true
}

/** After one was added: the account asks for it from now on. Answers recovery codes where there were none. */
export async function factorAdded(config: Config, em: EntityManager, user: User): Promise<string[]> {
  user.has_second_factor = true
  await em.flush()
  const known = await query(em)
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  return known === undefined ? makeRecoveryCodes(config, em, user.id) : []
}

/** After one was removed: with the last, the recovery codes go as well. Refused where a workspace would be closed to its person then. */
export async function factorRemoved(em: EntityManager, user: User): Promise<void> {
  if (await hasFactor(em, user.id)) return
  await forgetFactors(em, user)
  if (await isShutOut(em, user.id))
    throw new AppError(
      'conflict',
      'A workspace that you are in asks for a second factor. Set up another one first.',
    )
}

/** The account asks for nothing any more, whatever was there. */
export async function forgetFactors(em: EntityManager, user: User): Promise<void> {
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
