import { useEffect, useState } from 'react'
import { fileExists } from '../../files/pictures.ts'
import { firstReloadDelayMs, maxReloadDelayMs, mayFileBeUploading } from '../pictures/picture-box.ts'

/**
 * `here`: the file is available. `asking`: another user may still be uploading the file, so its state is
 * being requested. `coming`: the upload is not complete yet.
 */
export type FileUploadState = 'here' | 'asking' | 'coming'

/**
 * Returns the state of a file in a text. Recently inserted files are polled until their upload is complete.
 */
export function useFileUploadState(id: string | null): FileUploadState {
  const [state, setState] = useState<FileUploadState>(() => (mayFileBeUploading(id) ? 'asking' : 'here'))
  useEffect(() => {
    setState(mayFileBeUploading(id) ? 'asking' : 'here')
    if (id === null || !mayFileBeUploading(id)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = firstReloadDelayMs
    let isOver = false
    const poll = async () => {
      const exists = await fileExists(id)
      if (isOver) return
      const isLeft = !exists && mayFileBeUploading(id)
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
