import { fileTypeFromBuffer } from 'file-type'
import { isText } from '#common/documents/files/file-types.ts'

/** Bytes from the beginning of a file by which its type is told; those of office documents stand far inside. */
export const headBytes = 64 * 1024

/**
 * What a file is by what it holds. What its name or its sender says is asked for texts alone, which are sent as bytes to be saved
 * whatever they are called.
 */
export async function contentType(head: Uint8Array, told: string): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (found !== undefined && !isText(found.mime)) return found.mime
  if (!looksLikeText(head)) return 'application/octet-stream'
  return isText(told) ? told : 'text/plain'
}

/** Where it is cut off a character may be, too. */
function looksLikeText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
