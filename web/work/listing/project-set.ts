import { atom } from 'jotai'
import type { ProjectSet } from '#common/work/listing/contexts.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { workspaceAtom } from '../../platform/shell/workspace.ts'

/** Ids as one text: the same as long as they are, whatever else changes about the projects. */
const joinedIdsAtom = atom((get) =>
  get(joinedProjectsAtom)
    .map((project) => project.id)
    .sort()
    .join(','),
)

/** The projects that lists over several look in, as the server does: the projects that one has access to and that are not archived. */
export const projectSetAtom = atom((get): ProjectSet => {
  const joined = get(joinedIdsAtom)
  return {
    workspace_id: get(workspaceAtom).id ?? '',
    project_ids: joined === '' ? [] : joined.split(','),
  }
})
