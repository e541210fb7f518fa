import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { request, tables } from '../../platform/app/sync.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'

/**
 * Returns a function that returns the member ids of a project. The client has already loaded the members of
 * joined projects, and requests the members of all other projects.
 */
export function useProjectMembers(isWanted: boolean) {
  const rows = useAtomValue(tables.project_members.allAtom)
  const [others, setOthers] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  useLoadState(
    useCallback(async () => {
      if (!isWanted) return
      const projects = await request('listProjectDetails', { params: { slug: currentSlug() } })
      setOthers(new Map(projects.map(({ id, members }) => [id, members])))
    }, [isWanted]),
  )
  return useMemo(() => {
    const own = Map.groupBy(
      rows.filter(({ is_active }) => is_active),
      ({ project_id }) => project_id,
    )
    return ({ id }: Project) => own.get(id)?.map(({ member_id }) => member_id) ?? others.get(id)
  }, [rows, others])
}
