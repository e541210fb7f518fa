import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { SmtpDialogueLine } from '#common/operation/instance/schema.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { meAtom } from '../../platform/person/session.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { InstanceLoadedContent } from './InstanceLoadedContent.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useInstanceSettings } from './use-settings.ts'

/**
 * Screen `/admin/email` with the settings of the mail server, and a test that shows the SMTP commands and
 * replies.
 */
export function EmailScreen() {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const settings = useInstanceSettings()
  const [asking, setAsking] = useState(false)
  const rows = settings.of('email')
  const isSet = rows.some(({ key, source }) => key === 'EMAIL_HOST' && source === 'screen')
  async function forget() {
    try {
      await request('disableEmail', {})
      toast.ok(t('instance.emailForgotten'))
      settings.retry()
    } catch (error) {
      toast.error(words(error))
    }
  }
  return (
    <>
      <SettingsSection title={t('instance.sections.email')} text={t('instance.emailText')}>
        <InstanceLoadedContent of={settings}>
          <SettingsForm rows={rows} save={settings.save} />
          {isSet && (
            <Button variant="danger" className="self-start" onClick={() => setAsking(true)}>
              {t('instance.emailForget')}
            </Button>
          )}
        </InstanceLoadedContent>
      </SettingsSection>
      <Test />
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('instance.emailForgetTitle')}
        text={t('instance.emailForgetText')}
        confirmLabel={t('instance.emailForget')}
        danger
        onConfirm={forget}
      />
    </>
  )
}

interface Outcome {
  sent: boolean
  message: string
  dialogue: readonly SmtpDialogueLine[]
}

function Test() {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const me = useAtomValue(meAtom)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const form = useForm({
    saved: () => ({ to: me?.email ?? '' }),
    async send({ to }) {
      setOutcome(null)
      try {
        const { dialogue } = await request('testEmail', { body: { receiver_email: to } })
        setOutcome({ sent: true, message: t('instance.testSent', { to }), dialogue })
      } catch (error) {
        const dialogue = error instanceof RequestError ? error.dialogue : []
        setOutcome({ sent: false, message: words(error), dialogue })
      }
    },
  })

  return (
    <SettingsSection title={t('instance.test')} text={t('instance.testText')}>
      <form
        onSubmit={form.submit}
        noValidate
        className="flex flex-wrap items-end gap-2 max-sm:flex-col max-sm:items-stretch"
      >
        <Field label={t('instance.testTo')} className="flex-1">
          <Input type="email" {...form.text('to')} />
        </Field>
        <Button type="submit" loading={form.sending}>
          {t('instance.testSend')}
        </Button>
      </form>
      {outcome !== null && (
        <AuthNotice kind={outcome.sent ? 'ok' : 'error'}>
          <span className="wrap-anywhere">{outcome.message}</span>
        </AuthNotice>
      )}
      {outcome !== null && outcome.dialogue.length > 0 && <Dialogue lines={outcome.dialogue} />}
    </SettingsSection>
  )
}

/** Shows the SMTP commands and replies of a test, line by line. */
function Dialogue({ lines }: { lines: readonly SmtpDialogueLine[] }) {
  const { t } = useTranslation()
  return (
    <ol
      aria-label={t('instance.dialogue')}
      className="flex flex-col rounded-md border border-line bg-sunken p-3 font-mono text-sm"
    >
      {lines.map(({ from, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <li key={at} className="flex gap-2">
          <span
            className={cx('w-16 shrink-0 select-none', from === 'client' ? 'text-accent-text' : 'text-soft')}
          >
            {t(`instance.said.${from}`)}
          </span>
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </li>
      ))}
    </ol>
  )
}
