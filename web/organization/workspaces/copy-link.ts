import { t } from '../../locales/i18n.ts'
import { toast } from '../../platform/ui/toast.ts'

/** Copies a link. If the browser forbids that, shows the link so that the user can copy it. */
export async function copyLink(link: string, done = t('invitations.copied')): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast.ok(done)
  } catch {
    // Copying fails without HTTPS or without the permission to use the clipboard.
    toast.error(t('invitations.copyFailed'), { text: link })
  }
}
