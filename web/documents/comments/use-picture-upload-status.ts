import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import { uploadsAtom } from '../../platform/uploads/uploads.ts'
import { pendingFileInsertsAtom } from '../files/pictures.ts'

/**
 * Returns `sending` while pictures of a text are being uploaded, and `failed` if an upload has failed.
 * Returns null if the text can be sent.
 */
export function usePictureUploadStatus(html: string): 'sending' | 'failed' | null {
  const ids = fileIdsInHtml(html).join(' ')
  const status = useMemo(
    () =>
      atom((get) => {
        const uploads = ids === '' ? [] : ids.split(' ').flatMap((id) => get(uploadsAtom(id)))
        if (uploads.some((upload) => upload.status === 'failed')) return 'failed'
        return uploads.length > 0 || get(pendingFileInsertsAtom) > 0 ? 'sending' : null
      }),
    [ids],
  )
  return useAtomValue(status)
}
