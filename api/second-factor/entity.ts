import { defineEntity, p } from '@mikro-orm/postgresql'

/** An app that makes codes of the time (RFC 6238). Its secret is needed to compare, so it is sealed and not hashed. */
export const TotpFactorEntity = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factors',
  properties: {
    user_id: p.uuid().primary(),
    sealed_secret: p.text(),
    /** The step of the last code that was taken; neither it nor an older one counts again. */
    last_step: p.integer().default(0),
    created_at: p.datetime().onCreate(() => new Date()),
    /** Null until a code has shown that the app has the secret; until then it counts for nothing. */
    confirmed_at: p.datetime().strictNullable(),
  },
})

/** For whoever has lost the rest. Each counts once. */
export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  primaryKeys: ['user_id', 'code_hash'],
  properties: {
    user_id: p.uuid().primary(),
    code_hash: p.string().primary(),
    used_at: p.datetime().strictNullable(),
  },
})
