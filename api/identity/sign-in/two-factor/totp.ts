import type { EntityManager } from '@mikro-orm/postgresql'
import { Secret, TOTP } from 'otpauth'
import { allowedTotpDrift, totpDigits, totpPeriodSeconds } from '#common/identity/sign-in/two-factor/rules.ts'
import type { NewTotp } from '#common/identity/sign-in/two-factor/schema.ts'
import type { Config } from '../../../platform/config/config.ts'
import { decryptSecret, encryptSecret } from '../../../platform/config/sealed.ts'
import { query } from '../../../platform/db/orm.ts'

const purpose = 'second-factors'

/** Milliseconds until an unconfirmed secret expires. */
const confirmationMilliseconds = 1_800_000

/**
 * Returns a new secret for an authenticator app, or null when an app is already set up. The old app must be
 * removed first.
 */
export async function createPendingTotp(
  config: Config,
  em: EntityManager,
  user: { id: string; email: string },
): Promise<NewTotp | null> {
  const secret = new Secret({ size: 20 })
  const values = {
    sealed_secret: encryptSecret(config, { purpose, of: user.id }, secret.base32),
    last_step: 0,
    created_at: new Date(),
    confirmed_at: null,
  }
  const stored = await query(em)
    .insertInto('totp_factors')
    .values({ user_id: user.id, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('totp_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (stored === undefined) return null
  const { host } = new URL(config.appUrl)
  const uri = new TOTP({ issuer: `Tandem ${host}`, label: user.email, secret, ...sealPurpose }).toString()
  return { secret: secret.base32, uri }
}

/** If the code matches the secret that `createPendingTotp` has created, activates this secret and returns true. */
export async function confirmPendingTotp(
  config: Config,
  em: EntityManager,
  userId: string,
  code: string,
): Promise<boolean> {
  const step = await stepOf(config, em, userId, code, false)
  if (step === null) return false
  const { numUpdatedRows } = await query(em)
    .updateTable('totp_factors')
    .set({ confirmed_at: new Date(), last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', new Date(Date.now() - confirmationMilliseconds))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Returns true when the code is valid and was not used before, so that a person who observes the code cannot
 * use it.
 */
export async function consumeTotp(
  config: Config,
  em: EntityManager,
  userId: string,
  code: string,
): Promise<boolean> {
  const step = await stepOf(config, em, userId, code, true)
  if (step === null) return false
  const { numUpdatedRows } = await query(em)
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const sealPurpose = { algorithm: 'SHA1', digits: totpDigits, period: totpPeriodSeconds } as const

/** Returns the time step to which the code belongs, or null when the code is wrong. */
async function stepOf(
  config: Config,
  em: EntityManager,
  userId: string,
  code: string,
  isConfirmed: boolean,
): Promise<number | null> {
  const stored = await query(em)
    .selectFrom('totp_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (stored === undefined) return null
  const secret = Secret.fromBase32(decryptSecret(config, { purpose, of: userId }, stored.sealed_secret))
  const timestamp = Date.now()
  const off = TOTP.validate({ token: code, secret, ...sealPurpose, window: allowedTotpDrift, timestamp })
  return off === null ? null : TOTP.counter({ period: totpPeriodSeconds, timestamp }) + off
}
