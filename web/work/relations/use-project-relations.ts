import { useCallback } from 'react'
import { loadProjectRelations } from './load.ts'
import { useRelations } from './use-relations.ts'

export function useProjectRelations(projectId: string): void {
  useRelations(useCallback(() => loadProjectRelations(projectId), [projectId]))
}
