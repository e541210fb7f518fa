import { forbidden } from '#common/platform/errors.ts'
import type { ProjectContext } from '../platform/context/context.ts'

/** Throws `forbidden` unless a rule allows what the caller wants to do. */
export function requirePermission(allowed: boolean): void {
  if (!allowed) throw forbidden()
}

/** Returns the caller in the form that the rules in `common` expect. */
export function projectActor(ctx: ProjectContext) {
  return { user_id: ctx.user.id, role: ctx.project.role }
}
