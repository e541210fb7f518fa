import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import type { Context } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { sessionsChannel } from '../../../platform/http/session.ts'
import { UserEntity } from '../../users/entity.ts'
import { isHeld } from '../../users/hold-active.ts'
import { onlyOnce } from '../sign-in.ts'
import { LinkedAccountEntity } from './entity.ts'
import type { Identity } from './identity.ts'
import { mailLinked } from './mails.ts'

/** Whose account it opens here. */
export function findLink(em: EntityManager, { provider, issuer, subject }: Identity) {
  return query(em)
    .selectFrom('linked_accounts')
    .select(['id', 'user_id'])
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('provider_account_id', '=', subject)
    .executeTakeFirst()
}

/** Throws, at the flush, where somebody has linked it at the same instant. */
export function linkFor(em: EntityManager, identity: Identity, user_id: string) {
  const link = em.create(LinkedAccountEntity, {
    id: newId(),
    user_id,
    provider: identity.provider,
    issuer: identity.issuer,
    provider_account_id: identity.subject,
    metadata: shownOf(identity),
    last_connected_at: new Date(),
  })
  return em.flush().then(() => link)
}

/** False when it is that person's no longer. */
export async function noteUse(em: EntityManager, identity: Identity, user_id: string): Promise<boolean> {
  const { provider, issuer, subject } = identity
  const link = await em.findOne(LinkedAccountEntity, {
    provider,
    issuer,
    provider_account_id: subject,
    user_id,
  })
  if (link === null) return false
  em.assign(link, { metadata: shownOf(identity), last_connected_at: new Date() })
  await em.flush()
  return true
}

/** Links it to somebody who has said so, and tells them; null where it opens the account of somebody else, or theirs has ended. */
export async function takeLink(ctx: Context, identity: Identity, user: { id: string; email: string }) {
  return onlyOnce(() =>
    ctx.writing(async (em) => {
      // An account that goes at the same instant would keep a way in, and the account elsewhere could never be linked to another.
      if (!(await isHeld(em, user.id))) return null
      const before = await findLink(em, identity)
      if (before !== undefined && before.user_id !== user.id) return null
      if (before !== undefined) {
        await noteUse(em, identity, user.id)
        return em.findOneOrFail(LinkedAccountEntity, { id: before.id })
      }
      const link = await linkFor(em, identity, user.id)
      await verifyAddress(em, user.id, identity.email)
      await mailLinked({ ...ctx, em }, user.email, identity)
      ctx.log.info({ user_id: user.id, provider: identity.provider }, 'account elsewhere linked')
      ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, user.id))
      return link
    }),
  )
}

/** Both the account and the address have been shown to be theirs. */
async function verifyAddress(em: EntityManager, id: string, email: string | null): Promise<void> {
  const user = await em.findOneOrFail(UserEntity, { id })
  if (user.email !== email) return
  user.is_email_verified = true
  await em.flush()
}

function shownOf({ name, email }: Identity): { name: string; email: string | null } {
  return { name, email }
}
