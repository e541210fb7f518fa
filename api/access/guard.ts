import { AppError } from '#common/platform/errors.ts'
import { type GuardedProject, writeProblem } from '#common/platform/guards.ts'

/** Refuses to change anything of an area in a project that is archived or has the area switched off. */
export function refuseWrite(project: GuardedProject, area: string): void {
  const problem = writeProblem(project, area)
  if (problem !== null) throw new AppError('invalid', messages[problem])
}

/** For a project that is not the one in the path, whose call's declaration says nothing of it. */
export function refuseArchived(project: Pick<GuardedProject, 'archived_at'>): void {
  if (project.archived_at !== null) throw new AppError('invalid', messages.archived)
}

const messages = {
  archived: 'Archived projects cannot be updated',
  switched_off: 'This feature is switched off in the project',
}
