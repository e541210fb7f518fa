import { fileTypeFromBuffer } from 'file-type'
import { isTextFileType } from '#common/documents/files/file-types.ts'

/**
 * Number of bytes at the beginning of a file that are needed to detect its type. The bytes that identify
 * office documents come late in the file.
 */
export const bytesForTypeDetection = 64 * 1024

/**
 * Detects the type from the content. The declared type only counts for text files, which are always sent as
 * downloads.
 */
export async function detectContentType(head: Uint8Array, declaredType: string): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (found !== undefined && !isTextFileType(found.mime)) return found.mime
  if (!isUtf8Text(head)) return 'application/octet-stream'
  return isTextFileType(declaredType) ? declaredType : 'text/plain'
}

/**
 * Returns true for valid UTF-8 without NUL characters. `head` may end in the middle of a character, which only
 * decoding in stream mode accepts.
 */
function isUtf8Text(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
