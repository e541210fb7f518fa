import { File, FileArchive, FileImage, FileMusic, FilePlay, FileText } from 'lucide-react'
import { isTextFileType } from '#common/documents/files/file-types.ts'

/** The icon of a file type. */
export function FileIcon({ type }: { type: string }) {
  if (type.startsWith('video/')) return <FilePlay aria-hidden />
  if (type.startsWith('audio/')) return <FileMusic aria-hidden />
  if (type.startsWith('image/')) return <FileImage aria-hidden />
  if (type === 'application/pdf' || isTextFileType(type)) return <FileText aria-hidden />
  return /zip|tar|rar|7z|compressed/.test(type) ? <FileArchive aria-hidden /> : <File aria-hidden />
}
