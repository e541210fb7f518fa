import { useState } from 'react'

export type Layout = 'board' | 'list'

/** The layout that a person chose for a project, kept by this browser. */
export function useLayout(projectId: string): [Layout, (layout: Layout) => void] {
  const key = `layout:${projectId}`
  const [, redraw] = useState(0)
  const layout: Layout = localStorage.getItem(key) === 'list' ? 'list' : 'board'
  return [
    layout,
    (next) => {
      localStorage.setItem(key, next)
      redraw((count) => count + 1)
    },
  ]
}
