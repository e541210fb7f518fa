import { atom, useAtom, useAtomValue } from 'jotai'
import { t, useTranslation } from '../../locales/i18n.ts'
import { store, waitingAtom } from '../app/sync.ts'
import { signOut } from '../person/session.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { toast } from '../ui/toast.ts'

const isConfirmingAtom = atom(false)

/** Signs out and removes all local data. If unsent changes would be lost, opens the confirmation dialog instead. */
export async function signOutOrConfirm(): Promise<void> {
  if (store.get(waitingAtom) > 0) store.set(isConfirmingAtom, true)
  else await leave()
}

/**
 * The dialog that asks for confirmation before unsent changes are lost. Each screen with a sign-out button
 * renders it.
 */
export function SignOutDialog() {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useAtom(isConfirmingAtom)
  const waiting = useAtomValue(waitingAtom)
  return (
    <AlertDialog
      open={isConfirming}
      onOpenChange={setConfirming}
      title={t('shell.signOutLoses.title', { count: waiting })}
      text={t('shell.signOutLoses.text')}
      confirmLabel={t('shell.signOutLoses.confirm')}
      danger
      onConfirm={leave}
    />
  )
}

async function leave(): Promise<void> {
  try {
    await signOut()
  } catch {
    toast.error(t('shell.signOutFailed'), { text: t('shell.signOutFailedText') })
  }
}
