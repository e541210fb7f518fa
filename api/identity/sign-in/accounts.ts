import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { displayNameFromEmail, fullName } from '#common/identity/users/rules.ts'
import type { Language } from '#common/locales/languages.ts'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import { ProfileEntity, type User, UserEntity } from '../users/entity.ts'
import { InstanceAdminEntity } from '../users/instance-admins.ts'

interface NewAccount {
  email: string
  /**
   * Hash of the password. Is null for an account without a password, whose user signs in with emailed codes or
   * through a provider.
   */
  password_hash: string | null
  is_email_verified: boolean
  language: Language
  first_name?: string | undefined
  last_name?: string | undefined
}

/** Creates a user with a profile. The first user of this Tandem instance becomes its admin. */
export async function createAccount(
  em: EntityManager,
  { email, password_hash, is_email_verified, language, first_name = '', last_name = '' }: NewAccount,
): Promise<User> {
  const user = em.create(UserEntity, {
    id: newId(),
    email,
    username: randomBytes(16).toString('hex'),
    first_name,
    last_name,
    display_name: fullName(first_name, last_name) || displayNameFromEmail(email),
    avatar_url: null,
    cover_image_url: null,
    password_hash,
    is_password_autoset: password_hash === null,
    is_email_verified,
    deactivated_by: null,
    last_login_time: null,
    last_login_ip: null,
    last_logout_time: null,
    last_logout_ip: null,
  })
  await em.flush()
  em.create(ProfileEntity, {
    id: newId(),
    user_id: user.id,
    theme: {},
    language,
    onboarding_step: {
      profile_complete: false,
      workspace_create: false,
      workspace_invite: false,
      workspace_join: false,
    },
    use_case: null,
    role: null,
    last_workspace_id: null,
    billing_address: null,
  })
  if (await isFirstAccount(em)) em.create(InstanceAdminEntity, { user_id: user.id })
  await em.flush()
  return user
}

export function findAccount(em: EntityManager, email: string) {
  return query(em)
    .selectFrom('users')
    .select([
      'id',
      'email',
      'password_hash',
      'is_active',
      'deactivated_by',
      'is_password_autoset',
      'is_email_verified',
      'first_name',
      'last_name',
    ])
    .where('email', '=', email)
    .where('is_bot', '=', false)
    .executeTakeFirst()
}

/**
 * Records that this Tandem instance is set up. Returns true if it was not set up before, so that the new account
 * becomes its admin. The row lock makes concurrent sign-ups wait, so only one of them gets true.
 */
async function isFirstAccount(em: EntityManager): Promise<boolean> {
  const { numUpdatedRows } = await query(em)
    .updateTable('instances')
    .set({ is_setup_done: true, updated_at: new Date() })
    .where('id', '=', 1)
    .where('is_setup_done', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
