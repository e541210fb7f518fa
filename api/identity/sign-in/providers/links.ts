import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import type { Context } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { sessionsChannel } from '../../../platform/http/session.ts'
import { UserEntity } from '../../users/entity.ts'
import { lockAccountIfActive } from '../../users/lock-active.ts'
import { createUnlessDuplicate } from '../sign-in.ts'
import { LinkedAccountEntity } from './entity.ts'
import type { ProviderIdentity } from './identity.ts'
import { mailAccountLinked } from './mails.ts'

/** Selects the account that this identity is linked to. */
export function findLinkedAccount(em: EntityManager, { provider, issuer, subject }: ProviderIdentity) {
  return query(em)
    .selectFrom('linked_accounts')
    .select(['id', 'user_id'])
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('provider_account_id', '=', subject)
    .executeTakeFirst()
}

/**
 * Creates a link between the user and an external identity. The flush throws when another request has linked
 * the same identity.
 */
export function createIdentityLink(em: EntityManager, identity: ProviderIdentity, user_id: string) {
  const link = em.create(LinkedAccountEntity, {
    id: newId(),
    user_id,
    provider: identity.provider,
    issuer: identity.issuer,
    provider_account_id: identity.subject,
    metadata: displayDataOf(identity),
    last_connected_at: new Date(),
  })
  return em.flush().then(() => link)
}

/**
 * Records that the user signed in with the linked identity, and updates its displayed name. Returns false
 * when the identity is no longer linked to this user.
 */
export async function recordLinkedAccountUse(
  em: EntityManager,
  identity: ProviderIdentity,
  user_id: string,
): Promise<boolean> {
  const { provider, issuer, subject } = identity
  const link = await em.findOne(LinkedAccountEntity, {
    provider,
    issuer,
    provider_account_id: subject,
    user_id,
  })
  if (link === null) return false
  em.assign(link, { metadata: displayDataOf(identity), last_connected_at: new Date() })
  await em.flush()
  return true
}

/**
 * Links the external identity to a user who has confirmed it, and notifies the user by email. Returns null
 * when the identity is linked to another account or when the user's account has ended.
 */
export async function linkIdentityToUser(
  ctx: Context,
  identity: ProviderIdentity,
  user: { id: string; email: string },
) {
  return createUnlessDuplicate(() =>
    ctx.writing(async (em) => {
      // If the account is being deleted, do not link it: the link would remain, and the identity could never
      // be linked to another account.
      if (!(await lockAccountIfActive(em, user.id))) return null
      const existing = await findLinkedAccount(em, identity)
      if (existing !== undefined && existing.user_id !== user.id) return null
      if (existing !== undefined) {
        await recordLinkedAccountUse(em, identity, user.id)
        return em.findOneOrFail(LinkedAccountEntity, { id: existing.id })
      }
      const link = await createIdentityLink(em, identity, user.id)
      await verifyAddress(em, user.id, identity.email)
      await mailAccountLinked({ ...ctx, em }, user.email, identity)
      ctx.log.info({ user_id: user.id, provider: identity.provider }, 'account elsewhere linked')
      ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, user.id))
      return link
    }),
  )
}

/** Marks the email address as verified, because the user has proved to own the account and the address. */
async function verifyAddress(em: EntityManager, id: string, email: string | null): Promise<void> {
  const user = await em.findOneOrFail(UserEntity, { id })
  if (user.email !== email) return
  user.is_email_verified = true
  await em.flush()
}

function displayDataOf({ name, email }: ProviderIdentity): { name: string; email: string | null } {
  return { name, email }
}
