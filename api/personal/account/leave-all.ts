import { AppError } from '#common/platform/errors.ts'
import { lockMemberships } from '../../access/lock-memberships.ts'
import { holdActive } from '../../identity/users/hold-active.ts'
import { isInstanceAdmin } from '../../identity/users/instance-admins.ts'
import { activeMemberships, endMembership } from '../../organization/workspaces/membership.ts'
import { soleAdminProblem } from '../../organization/workspaces/sole-admin.ts'
import type { UserContext } from '../../platform/context/context.ts'

/** Why somebody cannot go: it would leave an installation, a workspace or a project without an admin. Null when nothing would. */
export async function leavingProblem({ em, user }: UserContext): Promise<string | null> {
  if (await isInstanceAdmin(em, user.id))
    return 'You are an admin of this installation. Another admin has to take that right from you first.'
  return soleAdminProblem(em, user.id)
}

/** Holds all that a person is in and their account until the commit, and refuses when they cannot go. */
export async function holdAll(ctx: UserContext): Promise<void> {
  await holdMemberships(ctx)
  await holdActive(ctx.em, ctx.user.id)
  // What they have joined or made at the same instant, before the account was held.
  await holdMemberships(ctx)
  const problem = await leavingProblem(ctx)
  if (problem !== null) throw new AppError('invalid', problem)
}

async function holdMemberships({ em, user }: UserContext): Promise<void> {
  const workspaces = (await activeMemberships(em, user.id)).map((member) => member.workspace_id).sort()
  for (const id of workspaces) await lockMemberships(em, id)
}

/** Whoever calls this holds them: somebody may have been made an admin, or taken out, while they were waited for. */
export async function leaveAll(ctx: UserContext): Promise<void> {
  for (const member of await activeMemberships(ctx.em, ctx.user.id)) await endMembership(ctx, member)
}
