import { useState } from 'react'
import { totpDigits } from '#common/identity/sign-in/two-factor/rules.ts'
import type { NewTotp, TwoFactorStatus } from '#common/identity/sign-in/two-factor/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { copyText } from '../../../platform/ui/copy-text.ts'
import { Field } from '../../../platform/ui/Field.tsx'
import { FormDialog } from '../../../platform/ui/FormDialog.tsx'
import { Input } from '../../../platform/ui/Input.tsx'
import { useForm } from '../../../platform/ui/use-form.ts'
import { isTouchDevice } from '../../../platform/ui/use-media-query.ts'
import { useErrorMessage } from '../use-error-message.ts'
import { IdentityProofDialog } from './IdentityProofDialog.tsx'
import { QrCode } from './QrCode.tsx'

interface TotpSetupProps {
  factor: TwoFactorStatus
  email: string
  /**
   * Called when the setup is complete. `recovery_codes` contains the new recovery codes. It is empty if the account
   * already has recovery codes.
   */
  onDone: (recovery_codes: string[]) => void
  onClose: () => void
}

/** A dialog with three steps: proof of identity, secret for the authenticator app, first code. */
export function TotpSetup({ factor, email, onDone, onClose }: TotpSetupProps) {
  const { t } = useTranslation()
  const [offer, setOffer] = useState<NewTotp | null>(null)
  if (offer !== null) return <Confirm offer={offer} onDone={onDone} onClose={onClose} />
  return (
    <IdentityProofDialog
      factor={factor}
      email={email}
      title={t('secondFactor.setUpTitle')}
      text={t('secondFactor.proofText')}
      confirm={t('secondFactor.continue')}
      onProved={async (body) => setOffer(await request('beginTotp', { body }))}
      onClose={onClose}
    />
  )
}

interface ConfirmProps {
  offer: NewTotp
  onDone: (recovery_codes: string[]) => void
  onClose: () => void
}

function Confirm({ offer, onDone, onClose }: ConfirmProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const form = useForm({
    saved: { code: '' },
    send: async (body) => {
      const { recovery_codes } = await request('confirmTotp', { body })
      onDone(recovery_codes)
    },
    explain: (error) => ({ code: errorMessage(error) }),
  })

  return (
    <FormDialog
      title={t('secondFactor.setUpTitle')}
      description={t('secondFactor.scan')}
      size="sm"
      // On touch devices the field gets no focus, because the on-screen keyboard would cover the QR code.
      initialFocus={isTouchDevice() ? undefined : form.field('code')}
      onSubmit={form.submit}
      submit={t('secondFactor.turnOn')}
      loading={form.sending}
      cancelVariant="ghost"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <QrCode text={offer.uri} label={t('secondFactor.qr')} />
        <div className="flex flex-col gap-1.5">
          <p className="text-sm text-soft">{t('secondFactor.byHand')}</p>
          <div className="flex items-start gap-2">
            <code className="min-w-0 flex-1 rounded-sm bg-sunken px-2 py-1 font-mono text-sm wrap-anywhere">
              {groupedSecret(offer.secret)}
            </code>
            <Button onClick={() => void copyText(offer.secret, t('secondFactor.secretCopied'))}>
              {t('secondFactor.copySecret')}
            </Button>
          </div>
        </div>
        <Field label={t('secondFactor.code')} hint={t('secondFactor.codeHint')} error={form.problem('code')}>
          <Input
            size="lg"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="000000"
            className="font-mono tracking-[0.35em]"
            {...form.text('code', (typed) => typed.replace(/\D/g, '').slice(0, totpDigits))}
          />
        </Field>
      </div>
    </FormDialog>
  )
}

/** Splits the secret into groups of four characters, which are easier to read. */
function groupedSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
