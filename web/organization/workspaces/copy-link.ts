import { t } from '../../locales/i18n.ts'
import { toast } from '../../platform/ui/toast.ts'

/** Copies a link; where the browser forbids that, shows it to be copied by hand. */
export async function copyLink(link: string, done = t('invitations.copied')): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast.ok(done)
  } catch {
    // No clipboard without https, or without permission.
    toast.error(t('invitations.copyFailed'), { text: link })
  }
}
