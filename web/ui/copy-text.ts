import { t } from '../locales/i18n.ts'
import { toast } from './toast.ts'

/** Copies a text and says so in these words, or that the browser did not let it. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.ok(done, { id: 'copied' })
  } catch {
    toast.error(t('ui.notCopied'), { id: 'copied' })
  }
}
