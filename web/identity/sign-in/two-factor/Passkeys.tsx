import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '#common/identity/sign-in/two-factor/passkeys.ts'
import { maxPasskeyNameLength } from '#common/identity/sign-in/two-factor/rules.ts'
import type { IdentityProofBody, TwoFactorStatus } from '#common/identity/sign-in/two-factor/schema.ts'
import { parseUserAgent } from '#common/identity/sign-in/user-agent.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Field } from '../../../platform/ui/Field.tsx'
import { FormDialog } from '../../../platform/ui/FormDialog.tsx'
import { Input } from '../../../platform/ui/Input.tsx'
import { SettingsSection } from '../../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../../platform/ui/time-ago.ts'
import { useForm } from '../../../platform/ui/use-form.ts'
import { useErrorMessage } from '../use-error-message.ts'
import { IdentityProofDialog } from './IdentityProofDialog.tsx'
import { canUsePasskeys, createPasskey } from './webauthn.ts'

interface PasskeysProps {
  me: Me
  factor: TwoFactorStatus
  /**
   * Called after the passkeys have changed. The server returns recovery codes only if two-factor authentication
   * was not set up before.
   */
  onDone: (message: string, recovery_codes?: readonly string[]) => Promise<void>
}

type Open = { what: 'add' } | { what: 'rename' | 'remove'; key: Passkey } | null

/**
 * Lists the passkeys of the account, with buttons to add, rename and remove them. A passkey replaces the password, or
 * is used after it as the second step.
 */
export function Passkeys({ me, factor, onDone }: PasskeysProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const shared = { email: me.email, factor, onClose: close }

  async function done(message: string, recovery_codes: readonly string[] = []) {
    close()
    await onDone(message, recovery_codes)
  }

  async function add(body: Partial<IdentityProofBody>) {
    const { options } = await request('beginPasskey', { body })
    const credential = await createPasskey(options)
    if (credential === null) return close()
    const { browser, system } = parseUserAgent(navigator.userAgent)
    const name =
      browser !== null && system !== null
        ? t('security.device', { browser, system })
        : t('secondFactor.passkey')
    const { recovery_codes } = await request('addPasskey', { body: { name, credential } })
    await done(t('secondFactor.passkeyAdded'), recovery_codes)
  }

  return (
    <SettingsSection
      title={t('secondFactor.passkeys')}
      text={t(canUsePasskeys() ? 'secondFactor.passkeysText' : 'secondFactor.noPasskeys')}
      action={
        canUsePasskeys() && (
          <Button icon={<KeyRound />} onClick={() => setOpen({ what: 'add' })}>
            {t('secondFactor.addPasskey')}
          </Button>
        )
      }
    >
      {factor.passkeys.length > 0 && (
        <ul aria-label={t('secondFactor.passkeys')} className="flex flex-col">
          {factor.passkeys.map((key) => (
            <PasskeyLine
              key={key.id}
              passkey={key}
              onRename={() => setOpen({ what: 'rename', key })}
              onRemove={() => setOpen({ what: 'remove', key })}
            />
          ))}
        </ul>
      )}
      {open?.what === 'add' && (
        <IdentityProofDialog
          {...shared}
          title={t('secondFactor.addPasskey')}
          text={t('secondFactor.proofText')}
          confirm={t('secondFactor.continue')}
          onProved={add}
        />
      )}
      {open?.what === 'remove' && (
        <IdentityProofDialog
          {...shared}
          danger
          title={t('secondFactor.removePasskey', { name: open.key.name })}
          text={t('secondFactor.removePasskeyText')}
          confirm={t('secondFactor.remove')}
          onProved={async (body) => {
            await request('removePasskey', { params: { passkey_id: open.key.id }, body })
            await done(t('secondFactor.passkeyRemoved'))
          }}
        />
      )}
      {open?.what === 'rename' && (
        <Rename passkey={open.key} onRenamed={() => done(t('secondFactor.passkeyRenamed'))} onClose={close} />
      )}
    </SettingsSection>
  )
}

interface PasskeyLineProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyLine({ passkey, onRename, onRemove }: PasskeyLineProps) {
  const { t, i18n } = useTranslation()
  const { name, last_used_at, created_at } = passkey
  const used =
    last_used_at === null
      ? t('secondFactor.made', { ago: timeAgo(created_at, i18n.language) })
      : t('security.used', { ago: timeAgo(last_used_at, i18n.language) })
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0">
      <KeyRound className="size-4 shrink-0 text-icon-faint" aria-hidden />
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-soft">{used}</p>
      </div>
      <Button size="sm" aria-label={t('secondFactor.renameOf', { name })} onClick={onRename}>
        {t('secondFactor.rename')}
      </Button>
      <Button size="sm" aria-label={t('secondFactor.removeOf', { name })} onClick={onRemove}>
        {t('secondFactor.remove')}
      </Button>
    </li>
  )
}

interface RenameProps {
  passkey: Passkey
  onRenamed: () => Promise<void>
  onClose: () => void
}

function Rename({ passkey, onRenamed, onClose }: RenameProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const form = useForm({
    saved: () => ({ name: passkey.name }),
    send: async (body) => {
      await request('renamePasskey', { params: { passkey_id: passkey.id }, body })
      await onRenamed()
    },
    explain: (error) => ({ name: errorMessage(error) }),
  })

  return (
    <FormDialog
      title={t('secondFactor.renameTitle')}
      size="sm"
      onSubmit={form.submit}
      submit={t('secondFactor.rename')}
      cancelVariant="ghost"
      onClose={onClose}
    >
      <Field label={t('secondFactor.name')} error={form.problem('name')}>
        <Input size="lg" maxLength={maxPasskeyNameLength} {...form.text('name')} />
      </Field>
    </FormDialog>
  )
}
