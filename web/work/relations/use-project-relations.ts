import { useCallback } from 'react'
import { loadProjectRelations } from './load.ts'
import { useLoadRelations } from './use-load-relations.ts'

export function useProjectRelations(projectId: string): void {
  useLoadRelations(useCallback(() => loadProjectRelations(projectId), [projectId]))
}
