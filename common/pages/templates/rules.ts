import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'

/** Maximum number of templates in one project, or in one workspace. */
export const templatesLimit = 100

/** Maximum number of days between the creation of an item and its start or due date. */
export const maxTemplateDayOffset = 3650

/**
 * Returns whether the user may see and edit templates. Members may, because they can create items and pages;
 * guests may not.
 */
export function canUseTemplates(actor: { role: Role | null }): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}
