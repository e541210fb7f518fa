import { t } from '../../locales/i18n.ts'
import { toast } from './toast.ts'

/** Copies a text, be it still to come, and says so in these words, or that the browser did not let it. */
export async function copyText(text: string | Promise<string>, done: string): Promise<void> {
  try {
    await write(text)
    toast.ok(done, { id: 'copied' })
  } catch {
    toast.error(t('ui.notCopied'), { id: 'copied' })
  }
}

/** Some browsers let a page write within a press alone: what comes later is promised then. */
async function write(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text)
  const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
