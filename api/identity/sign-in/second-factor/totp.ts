import type { EntityManager } from '@mikro-orm/postgresql'
import { Secret, TOTP } from 'otpauth'
import { totpDigits, totpDrift, totpSeconds } from '#common/identity/sign-in/second-factor/rules.ts'
import type { NewTotp } from '#common/identity/sign-in/second-factor/schema.ts'
import type { Config } from '../../../platform/config/config.ts'
import { seal, unseal } from '../../../platform/config/sealed.ts'
import { query } from '../../../platform/db/orm.ts'

const purpose = 'second-factors'

/** How long a secret waits for the code that confirms it, in milliseconds. */
const confirmedWithin = 1_800_000

/** Null where there is one already: that has to be removed first, by a code of it. */
export async function offerTotp(
  config: Config,
  em: EntityManager,
  user: { id: string; email: string },
): Promise<NewTotp | null> {
  const secret = new Secret({ size: 20 })
  const values = {
    sealed_secret: seal(config, { purpose, of: user.id }, secret.base32),
    last_step: 0,
    created_at: new Date(),
    confirmed_at: null,
  }
  const kept = await query(em)
    .insertInto('totp_factors')
    .values({ user_id: user.id, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('totp_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (kept === undefined) return null
  const { host } = new URL(config.appUrl)
  const uri = new TOTP({ issuer: `Tandem ${host}`, label: user.email, secret, ...terms }).toString()
  return { secret: secret.base32, uri }
}

/** True when the code is one of the secret that was offered, which counts from now on. */
export async function confirmOffer(
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
    .where('created_at', '>', new Date(Date.now() - confirmedWithin))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** True when the code is right and was not taken before: whoever looks over a shoulder has no use for it. */
export async function takeTotp(
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

const terms = { algorithm: 'SHA1', digits: totpDigits, period: totpSeconds } as const

/** Which step of time the code is of; null for a wrong one. */
async function stepOf(
  config: Config,
  em: EntityManager,
  userId: string,
  code: string,
  isConfirmed: boolean,
): Promise<number | null> {
  const kept = await query(em)
    .selectFrom('totp_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (kept === undefined) return null
  const secret = Secret.fromBase32(unseal(config, { purpose, of: userId }, kept.sealed_secret))
  const timestamp = Date.now()
  const off = TOTP.validate({ token: code, secret, ...terms, window: totpDrift, timestamp })
  return off === null ? null : TOTP.counter({ period: totpSeconds, timestamp }) + off
}
