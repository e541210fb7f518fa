import { atom } from 'jotai'
import type { Scope } from '#common/listing/contexts.ts'
import { joinedProjectsAtom } from '../permissions/projects.ts'
import { workspaceAtom } from '../shell/workspace.ts'

/** Ids as one text: the same as long as they are, whatever else changes about the projects. */
const reachedAtom = atom((get) =>
  get(joinedProjectsAtom)
    .map((project) => project.id)
    .sort()
    .join(','),
)

/** Where lists over projects look, as the server does: the projects that one reaches and that are not archived. */
export const scopeAtom = atom((get): Scope => {
  const reached = get(reachedAtom)
  return {
    workspace_id: get(workspaceAtom).id ?? '',
    project_ids: reached === '' ? [] : reached.split(','),
  }
})
