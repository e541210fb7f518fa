import { atom } from 'jotai'
import type { AccessibleProjects } from '#common/work/listing/contexts.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { workspaceAtom } from '../../platform/shell/workspace.ts'

/**
 * The ids of the projects that the user has joined, concatenated to one string. Equal strings are equal values, so
 * dependent atoms do not update when only other fields of projects change.
 */
const joinedIdsAtom = atom((get) =>
  get(joinedProjectsAtom)
    .map((project) => project.id)
    .sort()
    .join(','),
)

/**
 * The projects that lists across projects include: unarchived projects that the user has joined. The server
 * uses the same rule.
 */
export const joinedProjectSetAtom = atom((get): AccessibleProjects => {
  const joined = get(joinedIdsAtom)
  return {
    workspace_id: get(workspaceAtom).id ?? '',
    project_ids: joined === '' ? [] : joined.split(','),
  }
})
