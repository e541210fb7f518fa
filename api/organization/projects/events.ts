import type { projectCalls } from '#common/organization/projects/calls.ts'
import type { BodyOf } from '#common/platform/call.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { event } from '../../platform/db/events.ts'
import type { Project } from './entity.ts'

/** A project is made. Who makes it is `by`. */
export const projectMade = event<{ project: Project; by: string }>('projects.made')

/** A project is about to be changed as the call says. It is locked. */
export const projectChanging = event<{
  ctx: ProjectContext
  /** The project as it was before. */
  project: Project
  change: BodyOf<typeof projectCalls.updateProject>
}>('projects.changing')
