import { t } from '../../locales/i18n.ts'
import { toast } from './toast.ts'

/**
 * Copies text, or the text that a promise resolves to. Shows the message `done` on success, or an error if
 * the browser refused to copy. Returns true on success.
 */
export async function copyText(text: string | Promise<string>, done: string): Promise<boolean> {
  try {
    await write(text)
    toast.ok(done, { id: 'copied' })
    return true
  } catch {
    toast.error(t('ui.notCopied'), { id: 'copied' })
    return false
  }
}

/**
 * Writes a text to the clipboard. Some browsers allow writing only during a click, so a text that arrives
 * later is passed as a promise.
 */
async function write(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text)
  const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
