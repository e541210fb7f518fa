import { useEffect, useState } from 'react'
import { isFileThere } from '../../files/pictures.ts'
import { firstPause, isAwaited, longestPause } from '../pictures/picture-box.ts'

/** Whether somebody else may be sending a file of a text still; it is asked for again until it is there. */
export function useComingFile(id: string | null): boolean {
  const [isComing, setComing] = useState(false)
  useEffect(() => {
    setComing(false)
    if (id === null || !isAwaited(id)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = firstPause
    let isOver = false
    const ask = async () => {
      const isThere = await isFileThere(id)
      if (isOver) return
      const isLeft = !isThere && isAwaited(id)
      setComing(isLeft)
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
  return isComing
}
