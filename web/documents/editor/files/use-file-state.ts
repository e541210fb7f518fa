import { useEffect, useState } from 'react'
import { isFileThere } from '../../files/pictures.ts'
import { firstPause, isAwaited, longestPause } from '../pictures/picture-box.ts'

/** `asking`: it may not be there, as somebody else may be sending it still; `coming`: it is not. */
export type FileState = 'here' | 'asking' | 'coming'

/** Whether a file of a text is there; one that was put in lately is asked for again until it is. */
export function useFileState(id: string | null): FileState {
  const [state, setState] = useState<FileState>(() => (isAwaited(id) ? 'asking' : 'here'))
  useEffect(() => {
    setState(isAwaited(id) ? 'asking' : 'here')
    if (id === null || !isAwaited(id)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = firstPause
    let isOver = false
    const ask = async () => {
      const isThere = await isFileThere(id)
      if (isOver) return
      const isLeft = !isThere && isAwaited(id)
      setState(isLeft ? 'coming' : 'here')
      if (!isLeft) return
      timer = setTimeout(ask, pause)
      pause = Math.min(longestPause, pause * 2)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id])
  return state
}
