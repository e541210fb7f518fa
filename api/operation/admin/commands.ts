import { randomBytes } from 'node:crypto'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { deletedWorkspacePurgeDate } from '#common/organization/workspaces/rules.ts'
import { normalizeEmail } from '#common/platform/text.ts'
import { findAccount } from '../../identity/sign-in/accounts.ts'
import { storeSecret } from '../../identity/sign-in/mailed-secrets.ts'
import { reactivateAccount } from '../../identity/sign-in/reactivate.ts'
import { passwordResetPath } from '../../identity/sign-in/reset-password.ts'
import { resetTwoFactor } from '../../identity/sign-in/two-factor/commands.ts'
import { UserEntity } from '../../identity/users/entity.ts'
import {
  restoreDeletedWorkspace,
  workspaceRestoreCutoff,
} from '../../organization/workspaces/delete-workspace.ts'
import { WorkspaceEntity } from '../../organization/workspaces/entity.ts'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { query } from '../../platform/db/orm.ts'
import { type AuditEntry, addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { hashToken } from '../../platform/http/session.ts'

/** An error whose message the operator sees unchanged on the command line. */
export class InvalidCommand extends OperatorError {}

interface Command {
  /** The argument that follows the command name, or null for a command without an argument. */
  takes: 'EMAIL' | 'SLUG' | null
  meaning: string
  /** Returns the message that is printed when the command has finished. */
  run(em: EntityManager, config: Pick<Config, 'appUrl'>, typed: string): Promise<string>
}

export const adminCommands = {
  'reset-password': {
    takes: 'EMAIL',
    meaning: 'prints a link to reset the password; it works for one hour',
    async run(em, { appUrl }, typed) {
      const { id, email, is_active } = await accountOf(em, typed)
      if (!is_active)
        throw new InvalidCommand(`The account of ${email} is deactivated. Run this first: activate ${email}`)
      const token = randomBytes(32).toString('hex')
      // Delete earlier reset links, because they must stop working and must not count toward the limit of
      // emails.
      await query(em)
        .deleteFrom('mailed_secrets')
        .where('purpose', '=', 'reset_password')
        .where('subject', '=', email)
        .execute()
      await storeSecret(em, 'reset_password', email, () => hashToken(token))
      return `${appUrl}${passwordResetPath(id, email, token)}`
    },
  },
  'reset-second-factor': {
    takes: 'EMAIL',
    meaning: 'removes the authenticator app, passkeys and recovery codes of a person; the password stays',
    async run(em, _, typed) {
      const { id, email } = await accountOf(em, typed)
      await runInChangeBatch(em, { actor_id: null, mutation_id: null }, (inner) =>
        resetTwoFactor(null, inner, id),
      )
      return `Two-factor authentication of ${email} was reset.`
    },
  },
  'make-admin': {
    takes: 'EMAIL',
    meaning: 'makes a person an instance admin',
    async run(em, _, typed) {
      const { id, email } = await accountOf(em, typed)
      await runInChangeBatch(em, systemWriteOrigin, async (inner) => {
        const inserted = await query(inner)
          .insertInto('instance_admins')
          .values({ user_id: id, created_at: new Date() })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .execute()
        if (inserted.length > 0) addAuditEntry(inner, aboutPerson('instance.admin_added', id))
      })
      return `${email} is an instance admin.`
    },
  },
  'remove-admin': {
    takes: 'EMAIL',
    meaning: 'removes a person as instance admin; the last instance admin stays',
    async run(em, _, typed) {
      const { id, email } = await accountOf(em, typed)
      await runInChangeBatch(em, systemWriteOrigin, async (inner) => {
        const db = query(inner)
        const admins = await db.selectFrom('instance_admins').select('user_id').forUpdate().execute()
        if (admins.every(({ user_id }) => user_id === id))
          throw new InvalidCommand('This is the only instance admin. Run this first: make-admin EMAIL')
        const { numDeletedRows } = await db
          .deleteFrom('instance_admins')
          .where('user_id', '=', id)
          .executeTakeFirstOrThrow()
        if (numDeletedRows > 0n) addAuditEntry(inner, aboutPerson('instance.admin_removed', id))
      })
      return `${email} is not an instance admin.`
    },
  },
  admins: {
    takes: null,
    meaning: 'lists the instance admins',
    async run(em) {
      const admins = await query(em)
        .selectFrom('instance_admins as a')
        .innerJoin('users as u', 'u.id', 'a.user_id')
        .select(['u.email', 'u.is_active'])
        .orderBy('u.email')
        .execute()
      const lines = admins.map(({ email, is_active }) => (is_active ? email : `${email} (deactivated)`))
      return lines.length === 0
        ? 'There are no instance admins. Run this first: make-admin EMAIL'
        : lines.join('\n')
    },
  },
  'deleted-workspaces': {
    takes: null,
    meaning: 'lists the deleted workspaces that can be restored',
    async run(em) {
      const rows = await query(em)
        .selectFrom('workspaces')
        .select(['slug', 'name', 'deleted_at'])
        .where('deleted_at', '>', workspaceRestoreCutoff())
        .orderBy('deleted_at')
        .execute()
      const lines = rows.map(({ slug, name, deleted_at }) => {
        const ends = deletedWorkspacePurgeDate(deleted_at ?? new Date())
          .toISOString()
          .slice(0, 10)
        return `${slug} (${name}), until ${ends}`
      })
      return lines.length === 0 ? 'There are no deleted workspaces.' : lines.join('\n')
    },
  },
  'restore-workspace': {
    takes: 'SLUG',
    meaning: 'restores a deleted workspace',
    async run(em, _, slug) {
      const name = await runInChangeBatch(em, systemWriteOrigin, async (inner) => {
        const workspace = await inner.findOne(
          WorkspaceEntity,
          { slug, deleted_at: { $gt: workspaceRestoreCutoff() } },
          { lockMode: LockMode.PESSIMISTIC_WRITE },
        )
        if (workspace === null) throw new InvalidCommand(`There is no deleted workspace ${slug} to restore.`)
        await restoreDeletedWorkspace(inner, workspace, null)
        return workspace.name
      })
      return `${name} was restored with all its members.`
    },
  },
  activate: {
    takes: 'EMAIL',
    meaning: 'reactivates a deactivated account',
    async run(em, _, typed) {
      const { id, email } = await accountOf(em, typed)
      await runInChangeBatch(em, systemWriteOrigin, async (inner) =>
        reactivateAccount(inner, await inner.findOneOrFail(UserEntity, { id })),
      )
      return `${email} can sign in again. To join workspaces of others, the person needs an invitation.`
    },
  },
} satisfies Record<string, Command>

/** Audit entries for commands that an operator runs on the command line have no actor. */
const systemWriteOrigin = { actor_id: null, mutation_id: null }

function aboutPerson(action: AuditEntry['action'], id: string): AuditEntry {
  return { action, target: { kind: 'user', id } }
}

async function accountOf(em: EntityManager, typed: string) {
  const account = await findAccount(em, normalizeEmail(typed))
  if (!account) throw new InvalidCommand(`There is no account with the email ${typed}.`)
  return account
}
