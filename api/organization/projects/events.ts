import type { projectCalls } from '#common/organization/projects/calls.ts'
import type { BodyOf } from '#common/platform/call.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { defineEvent } from '../../platform/db/events.ts'
import type { Project } from './entity.ts'

/** Emitted after a project is created. `by` is the id of the creator. */
export const projectCreated = defineEvent<{ project: Project; by: string }>('projects.created')

/** Emitted before a call changes a project. The row of the project is locked. */
export const projectChanging = defineEvent<{
  ctx: ProjectContext
  /** The project before the change. */
  project: Project
  change: BodyOf<typeof projectCalls.updateProject>
}>('projects.changing')
