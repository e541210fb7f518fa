import { useAtomValue } from 'jotai'
import { useParams } from 'react-router'
import { joinedProjectsAtom } from '../person/projects.ts'

/** The project that the address is in; that of an item's page begins its key. */
export function useProjectOnScreen(): string | undefined {
  const { projectId, key } = useParams()
  const projects = useAtomValue(joinedProjectsAtom)
  if (projectId !== undefined || key === undefined) return projectId
  const letters = key.slice(0, key.lastIndexOf('-')).toUpperCase()
  return projects.find(({ identifier }) => identifier === letters)?.id
}
