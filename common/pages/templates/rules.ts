import { atLeast, type Role, role } from '../../platform/roles.ts'

/** Maximum number of templates in one project, or in one workspace. */
export const templatesLimit = 100

/** Maximum number of days between the creation of an item and its dates. */
export const daysAheadLimit = 3650

/** Members, who can create items and pages, see and edit templates. Guests cannot. */
export function canUseTemplates(actor: { role: Role | null }): boolean {
  return atLeast(actor.role, role.member)
}
