import { useCallback, useState } from 'react'
import { recoveryCodeCount } from '#common/identity/sign-in/two-factor/rules.ts'
import type { TwoFactorStatus } from '#common/identity/sign-in/two-factor/schema.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import { LoadedContent } from '../../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { Badge } from '../../../platform/ui/Badge.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { SettingsSection } from '../../../platform/ui/SettingsSection.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { IdentityProofDialog } from './IdentityProofDialog.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TotpSetup } from './TotpSetup.tsx'

/** Two-factor settings with recovery codes. */
export function TwoFactorSettings({ me, onReady }: { me: Me; onReady?: () => void }) {
  const { t } = useTranslation()
  const [factor, setFactor] = useState<TwoFactorStatus | null>(null)
  const read = useCallback(async () => setFactor(await request('getSecondFactor', {})), [])
  const loaded = useLoadState(read)
  if (loaded.status === 'ready' && factor !== null)
    return <Factors me={me} factor={factor} onChanged={read} onReady={onReady} />
  return (
    <SettingsSection title={t('secondFactor.title')} text={t('secondFactor.text')}>
      <LoadedContent of={loaded} />
    </SettingsSection>
  )
}

type Open = 'set-up' | 'remove' | 'renew' | null

interface FactorsProps {
  me: Me
  factor: TwoFactorStatus
  onChanged: () => Promise<void>
  /** Called when the first factor is set up and the user has closed the new recovery codes. */
  onReady?: () => void
}

function Factors({ me, factor, onChanged, onReady }: FactorsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const close = () => setOpen(null)
  const shared = { email: me.email, factor, onClose: close }

  async function done(message: string, newCodes: readonly string[] = []) {
    close()
    setCodes(newCodes)
    toast.ok(message)
    await onChanged()
  }

  return (
    <>
      <SettingsSection title={t('secondFactor.title')} text={t('secondFactor.text')}>
        <Line
          title={t('secondFactor.app')}
          text={t('secondFactor.appText')}
          isOn={factor.has_totp}
          action={
            <Button
              aria-label={t(factor.has_totp ? 'secondFactor.removeApp' : 'secondFactor.setUpApp')}
              onClick={() => setOpen(factor.has_totp ? 'remove' : 'set-up')}
            >
              {t(factor.has_totp ? 'secondFactor.remove' : 'secondFactor.setUp')}
            </Button>
          }
        />
        {factor.proof === 'factor' && (
          <Line
            title={t('secondFactor.recovery')}
            text={t('secondFactor.left', { count: factor.recovery_codes_left, of: recoveryCodeCount })}
            action={<Button onClick={() => setOpen('renew')}>{t('secondFactor.renew')}</Button>}
          />
        )}
      </SettingsSection>
      <Passkeys me={me} factor={factor} onDone={done} />
      {open === 'set-up' && (
        <TotpSetup {...shared} onDone={(newCodes) => void done(t('secondFactor.isOn'), newCodes)} />
      )}
      {open === 'remove' && (
        <IdentityProofDialog
          {...shared}
          danger
          title={t('secondFactor.removeTitle')}
          text={t('secondFactor.removeText')}
          confirm={t('secondFactor.remove')}
          onProved={async (body) => {
            await request('removeTotp', { body })
            await done(t('secondFactor.removed'))
          }}
        />
      )}
      {open === 'renew' && (
        <IdentityProofDialog
          {...shared}
          title={t('secondFactor.renewTitle')}
          text={t('secondFactor.renewText')}
          confirm={t('secondFactor.renew')}
          onProved={async (body) => {
            const { recovery_codes } = await request('renewRecoveryCodes', { body })
            await done(t('secondFactor.renewed'), recovery_codes)
          }}
        />
      )}
      {codes.length > 0 && (
        <RecoveryCodes codes={codes} onClose={() => (onReady === undefined ? setCodes([]) : onReady())} />
      )}
    </>
  )
}

interface LineProps {
  title: string
  text: string
  isOn?: boolean
  action: React.ReactNode
}

function Line({ title, text, isOn, action }: LineProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3 last:border-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{title}</span>
          {isOn && <Badge tone="ok">{t('secondFactor.on')}</Badge>}
        </p>
        <p className="text-sm text-pretty text-soft">{text}</p>
      </div>
      {action}
    </div>
  )
}
