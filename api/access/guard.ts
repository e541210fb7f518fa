import { AppError } from '#common/platform/errors.ts'
import { type ProjectWithFeatureFlags, projectWriteProblem } from '#common/platform/guards.ts'
import { areaOfItem } from '#common/work/work-items/triage.ts'

/**
 * Throws when the project is archived, or when its settings disable the area (such as `pages` or `cycles`).
 */
export function assertProjectWritable(project: ProjectWithFeatureFlags, area: string): void {
  const problem = projectWriteProblem(project, area)
  if (problem !== null) throw new AppError('invalid', messages[problem])
}

/**
 * Throws when the project accepts no changes of the item. Items in triage accept none while the intake is switched off.
 */
export function assertItemWritable(project: ProjectWithFeatureFlags, item: { state__group: string }): void {
  assertProjectWritable(project, areaOfItem(item))
}

/**
 * Throws when the project is archived. The check before each call covers only the project in the request path, so
 * commands call this function for all other projects.
 */
export function assertProjectNotArchived(project: Pick<ProjectWithFeatureFlags, 'archived_at'>): void {
  if (project.archived_at !== null) throw new AppError('invalid', messages.archived)
}

const messages = {
  archived: 'Archived projects cannot be updated',
  switched_off: 'This feature is turned off in the project',
}
