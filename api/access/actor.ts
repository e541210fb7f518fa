import { forbidden } from '#common/platform/errors.ts'
import type { ProjectContext } from '../platform/context/context.ts'

/** Throws `forbidden` if `allowed` is false. Callers pass the result of a permission rule. */
export function requirePermission(allowed: boolean): void {
  if (!allowed) throw forbidden()
}

/** Returns the user's id and role in the form that the permission rules in `common` expect. */
export function projectActor(ctx: ProjectContext) {
  return { user_id: ctx.user.id, role: ctx.project.role }
}
