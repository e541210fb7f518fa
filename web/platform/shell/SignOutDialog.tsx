import { atom, useAtom } from 'jotai'
import { t, useTranslation } from '../../locales/i18n.ts'
import { store } from '../app/sync.ts'
import { countUnsentChanges, signOut } from '../person/session.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'

interface Confirmation {
  /** The number of unsent changes that would be lost. */
  count: number
  isOpen: boolean
  nextPath: string | undefined
}

const confirmationAtom = atom<Confirmation>({ count: 0, isOpen: false, nextPath: undefined })

/**
 * Signs out and removes all local data. If unsent changes would be lost, opens the confirmation dialog instead. The next
 * user who signs in is sent to `nextPath`.
 */
export async function signOutOrConfirm(nextPath?: string): Promise<void> {
  const count = await countUnsentChanges()
  if (count > 0) store.set(confirmationAtom, { count, isOpen: true, nextPath })
  else await leave(nextPath)
}

/**
 * The dialog that asks for confirmation before unsent changes are lost. Each screen with a sign-out button
 * renders it.
 */
export function SignOutDialog() {
  const { t } = useTranslation()
  const [{ count, isOpen, nextPath }, setConfirmation] = useAtom(confirmationAtom)
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => setConfirmation((before) => ({ ...before, isOpen: open }))}
      title={t('shell.signOutLoses.title', { count })}
      text={t('shell.signOutLoses.text')}
      confirmLabel={t('shell.signOutLoses.confirm')}
      danger
      onConfirm={() => leave(nextPath)}
    />
  )
}

async function leave(nextPath: string | undefined): Promise<void> {
  try {
    await signOut(nextPath)
  } catch {
    toast.error(t('shell.signOutFailed'), { text: t('shell.signOutFailedText') })
  }
}
