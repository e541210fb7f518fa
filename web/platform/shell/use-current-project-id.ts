import { useAtomValue } from 'jotai'
import { useParams } from 'react-router'
import { joinedProjectsAtom } from '../person/projects.ts'

/**
 * Returns the id of the project in the URL. On the page of an item, the prefix of the item key identifies the
 * project.
 */
export function useCurrentProjectId(): string | undefined {
  const { projectId, key } = useParams()
  const projects = useAtomValue(joinedProjectsAtom)
  if (projectId !== undefined || key === undefined) return projectId
  const letters = key.slice(0, key.lastIndexOf('-')).toUpperCase()
  return projects.find(({ identifier }) => identifier === letters)?.id
}
