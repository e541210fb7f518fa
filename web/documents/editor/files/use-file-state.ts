import { useEffect, useState } from 'react'
import { isFileThere } from '../../files/pictures.ts'
import { firstPause, isAwaited, longestPause } from '../pictures/picture-box.ts'

/** `asking`: the upload by another user may not be complete, so its state is being requested. `coming`: the upload is not complete yet. */
export type FileState = 'here' | 'asking' | 'coming'

/** Returns the state of a file in a text. Recently inserted files are polled until their upload is complete. */
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
