import { useState } from 'react'
import type { Me } from '#common/identity/users/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { deactivateMe } from './actions.ts'

/** Deactivates the account, after the user has typed their email address. */
export function DeactivateAccount({ me }: { me: Me }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <SettingsSection title={t('security.deactivateTitle')} text={t('security.deactivateText')}>
      <Button variant="danger-line" className="self-start" onClick={() => setConfirming(true)}>
        {t('security.deactivate')}
      </Button>
      {isConfirming && <DeactivateDialog me={me} onClose={() => setConfirming(false)} />}
    </SettingsSection>
  )
}

function DeactivateDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function deactivate() {
    try {
      await deactivateMe()
    } catch (error) {
      setProblem(errorMessage(error))
      throw error
    }
  }

  return (
    <AlertDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('security.deactivateAsk')}
      text={t('security.deactivateWhat')}
      confirmLabel={t('security.deactivate')}
      confirmDisabled={typed.trim().toLowerCase() !== me.email.toLowerCase()}
      onConfirm={deactivate}
    >
      <Field label={t('security.deactivateTyped', { email: me.email })} error={problem}>
        <Input
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
        />
      </Field>
    </AlertDialog>
  )
}
