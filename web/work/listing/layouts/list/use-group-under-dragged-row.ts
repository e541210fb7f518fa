import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useState } from 'react'

/** Returns the group under a dragged row, or null. */
export function useGroupUnderDraggedRow(): string | null {
  const [group, setGroup] = useState<string | null>(null)
  useEffect(
    () =>
      monitorForElements({
        onDropTargetChange: ({ location }) => {
          const cell = location.current.dropTargets[0]?.data['cell']
          setGroup(typeof cell === 'string' ? cell : null)
        },
        onDrop: () => setGroup(null),
      }),
    [],
  )
  return group
}
