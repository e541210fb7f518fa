import { AppError } from '#common/platform/errors.ts'
import { lockMemberships } from '../../access/lock-memberships.ts'
import { isInstanceAdmin } from '../../identity/users/instance-admins.ts'
import { lockActiveAccount } from '../../identity/users/lock-active.ts'
import { endWorkspaceMembership, loadActiveMemberships } from '../../organization/workspaces/membership.ts'
import { soleAdminProblem } from '../../organization/workspaces/sole-admin.ts'
import type { UserContext } from '../../platform/context/context.ts'

/**
 * Returns the reason why the user cannot leave all workspaces, or null. The Tandem instance and each
 * workspace and project must not lose their last admin.
 */
export async function leaveWorkspacesProblem({ em, user }: UserContext): Promise<string | null> {
  if (await isInstanceAdmin(em, user.id))
    return 'You are an instance admin. Another instance admin must remove that role first.'
  return soleAdminProblem(em, user.id)
}

/**
 * Locks the user's memberships and account until the commit. Throws when the user cannot leave all
 * workspaces.
 */
export async function lockMembershipsAndAccount(ctx: UserContext): Promise<void> {
  await lockOwnMemberships(ctx)
  await lockActiveAccount(ctx.em, ctx.user.id)
  // Lock again: the user may have joined or created workspaces before the account was locked.
  await lockOwnMemberships(ctx)
  const problem = await leaveWorkspacesProblem(ctx)
  if (problem !== null) throw new AppError('invalid', problem)
}

async function lockOwnMemberships({ em, user }: UserContext): Promise<void> {
  const workspaces = (await loadActiveMemberships(em, user.id)).map((member) => member.workspace_id).sort()
  for (const id of workspaces) await lockMemberships(em, id)
}

/**
 * Ends all memberships of the user. The caller must have called `lockMembershipsAndAccount`. Memberships are read
 * again, because they may have changed before they were locked.
 */
export async function leaveAllWorkspaces(ctx: UserContext): Promise<void> {
  for (const member of await loadActiveMemberships(ctx.em, ctx.user.id))
    await endWorkspaceMembership(ctx, member)
}
