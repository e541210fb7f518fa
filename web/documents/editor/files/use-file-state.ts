import { useEffect, useState } from 'react'
import { fileExists } from '../../files/pictures.ts'
import { firstReloadDelayMs, maxReloadDelayMs, mayBeUploading } from '../pictures/picture-box.ts'

/**
 * `here`: the file is available. `asking`: another user may still be uploading the file, so its state is
 * being requested. `coming`: the upload is not complete yet.
 */
export type FileState = 'here' | 'asking' | 'coming'

/**
 * Returns the state of a file in a text. Recently inserted files are polled until their upload is complete.
 */
export function useFileState(id: string | null): FileState {
  const [state, setState] = useState<FileState>(() => (mayBeUploading(id) ? 'asking' : 'here'))
  useEffect(() => {
    setState(mayBeUploading(id) ? 'asking' : 'here')
    if (id === null || !mayBeUploading(id)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = firstReloadDelayMs
    let isOver = false
    const poll = async () => {
      const exists = await fileExists(id)
      if (isOver) return
      const isLeft = !exists && mayBeUploading(id)
      setState(isLeft ? 'coming' : 'here')
      if (!isLeft) return
      timer = setTimeout(poll, pause)
      pause = Math.min(maxReloadDelayMs, pause * 2)
    }
    void poll()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id])
  return state
}
