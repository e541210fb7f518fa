import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useState } from 'react'

/** The group that a dragged row is over, null while none is. */
export function useDropGroup(): string | null {
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
