import { atLeast, type Role, role } from '../../platform/roles.ts'

/** Of one project, or of one workspace itself. */
export const templatesLimit = 100

/** Days from the day on which an item is made, at most. */
export const daysAheadLimit = 3650

/** Whoever makes items and pages in a project, or pages in a workspace, sees the templates there and keeps them; guests make none. */
export function canUseTemplates(actor: { role: Role | null }): boolean {
  return atLeast(actor.role, role.member)
}
