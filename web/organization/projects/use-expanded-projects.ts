import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'

/**
 * Returns which projects are expanded in the sidebar: the current or last visited project, and the projects
 * that the user has expanded. A manual choice is reset when the user goes to another project.
 */
export function useExpandedProjects(projects: readonly Project[]) {
  const { projectId, key } = useParams()
  // The path of an item contains the project's identifier in the item's key.
  const identifier = key?.slice(0, key.lastIndexOf('-'))
  const activeId = projects.find(
    ({ id, identifier: letters }) => id === projectId || letters === identifier,
  )?.id
  const stored = `last-project:${currentSlug()}`
  const [lastId, setLastId] = useState(() => localStorage.getItem(stored))
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  if (activeId !== undefined && activeId !== lastId) {
    setLastId(activeId)
    setToggled(new Set())
  }
  useEffect(() => {
    if (activeId !== undefined) localStorage.setItem(stored, activeId)
  }, [activeId, stored])
  const openId = lastId ?? (projects.length === 1 ? projects[0]?.id : null)
  return {
    activeId,
    isOpen: (id: string) => (id === openId) !== toggled.has(id),
    toggle: (id: string) =>
      setToggled((now) =>
        now.has(id) ? new Set([...now].filter((other) => other !== id)) : new Set([...now, id]),
      ),
  }
}
