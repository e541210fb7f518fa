import { atLeast, type Role, role } from '../roles.ts'

/** Of one project. */
export const templatesLimit = 100

/** Days from the day on which an item is made, at most. */
export const daysAheadLimit = 3650

/** Whoever makes items and pages in a project sees its templates and keeps them; guests make none. */
export function canUseTemplates(actor: { role: Role | null }): boolean {
  return atLeast(actor.role, role.member)
}
