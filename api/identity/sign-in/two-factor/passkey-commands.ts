import { authError } from '#common/identity/sign-in/errors.ts'
import {
  type Passkey,
  type PasskeyRegistration,
  passkey,
  passkeysLimit,
} from '#common/identity/sign-in/two-factor/passkeys.ts'
import type { IdentityProofBody } from '#common/identity/sign-in/two-factor/schema.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { presentRow } from '../../../platform/db/present.ts'
import { addAuditEntry } from '../../../platform/feed/audit-entry.ts'
import { UserEntity } from '../../users/entity.ts'
import { endOtherSessions } from '../own-sessions.ts'
import { lockUser } from './commands.ts'
import { PasskeyEntity } from './entity.ts'
import { handleFactorRemoved, updateAccountAfterFactorAdded } from './factors.ts'
import { mailTwoFactorMethodChange } from './mails.ts'
import {
  createAuthenticationOptions,
  createRegistrationOptions,
  listPasskeys,
  verifyRegistration,
} from './passkeys.ts'
import { proveIdentity } from './prove-identity.ts'

type Options = Promise<{ options: Record<string, unknown> }>

export async function beginPasskeyRegistration(ctx: UserContext, proof: IdentityProofBody): Options {
  await proveIdentity(ctx, proof)
  const { display_name } = await ctx.em.findOneOrFail(UserEntity, { id: ctx.user.id })
  const options = await createRegistrationOptions(ctx.config, ctx.em, { ...ctx.user, name: display_name })
  return { options: { ...options } }
}

export async function beginPasskeyProof({ config, em, user }: UserContext): Options {
  const options = await createAuthenticationOptions(
    config,
    em,
    { purpose: 'prove', subject: user.id },
    user.id,
    'preferred',
  )
  return { options: { ...options } }
}

/**
 * Adds a passkey. If the user had no second factor before, all other sessions end, because they began without
 * two-factor authentication.
 */
export async function addPasskey(
  ctx: UserContext,
  { name, credential }: { name: string; credential: PasskeyRegistration },
): Promise<{ passkey: Passkey; recovery_codes: string[] }> {
  const label = validName(name)
  const key = await verifyRegistration(ctx.config, ctx.em, ctx.user.id, credential)
  if (key === null) throw authError('PASSKEY_NOT_ACCEPTED')
  const added = await ctx.writing(async (em) => {
    const user = await lockUser(em, ctx.user.id)
    if ((await listPasskeys(em, user.id)).length >= passkeysLimit)
      throw new AppError('conflict', `You can have at most ${passkeysLimit} passkeys.`)
    const isFirst = !user.has_second_factor
    const row = em.create(PasskeyEntity, {
      ...key,
      id: newId(),
      user_id: user.id,
      name: label,
      last_used_at: null,
    })
    const recovery_codes = await updateAccountAfterFactorAdded(ctx.config, em, user)
    if (isFirst) await endOtherSessions({ ...ctx, em })
    addAuditEntry(em, { action: 'account.factor_added', target: { kind: 'factor', id: row.id, name: label } })
    await mailTwoFactorMethodChange({ ...ctx, em }, user.email, 'passkeyAdded', label)
    return { passkey: presentRow(passkey, row), recovery_codes }
  })
  ctx.log.info({ user_id: ctx.user.id }, 'passkey added')
  return added
}

export async function renamePasskey({ em, user }: UserContext, id: string, name: string): Promise<Passkey> {
  const row = await em.findOne(PasskeyEntity, { id, user_id: user.id })
  if (row === null) throw notFound('Passkey not found')
  row.name = validName(name)
  await em.flush()
  return presentRow(passkey, row)
}

export async function removePasskey(
  ctx: UserContext,
  id: string,
  proof: IdentityProofBody,
): Promise<undefined> {
  // Look up the passkey first, so that the user is not asked for a proof of identity when the passkey does
  // not exist.
  if ((await ctx.em.findOne(PasskeyEntity, { id, user_id: ctx.user.id })) === null)
    throw notFound('Passkey not found')
  await proveIdentity(ctx, proof)
  await ctx.writing(async (em) => {
    const user = await lockUser(em, ctx.user.id)
    const removed = await query(em)
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('name')
      .executeTakeFirst()
    if (removed === undefined) throw notFound('Passkey not found')
    await handleFactorRemoved(em, user)
    addAuditEntry(em, {
      action: 'account.factor_removed',
      target: { kind: 'factor', id, name: removed.name },
    })
    await mailTwoFactorMethodChange({ ...ctx, em }, user.email, 'passkeyRemoved', removed.name)
  })
  ctx.log.info({ user_id: ctx.user.id }, 'passkey removed')
}

function validName(typed: string): string {
  const name = typed.trim()
  if (name === '') throw invalid('name', 'Enter a name.')
  return name
}
