import { Copy } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import {
  githubAppCallbackPath,
  githubAppEvents,
  githubAppPermissions,
  githubAppWebhookPath,
  githubCreatedParam,
} from '#common/work/git/rules.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { copyText } from '../../platform/ui/copy-text.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { WebhookUrl } from '../../work/git/GitWebhookSecretDialog.tsx'
import { InstanceLoadedContent } from './InstanceLoadedContent.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useInstanceSettings } from './use-settings.ts'

/** Screen `/admin/github` with the GitHub App, through which project admins connect repositories. */
export function GithubAppScreen() {
  const { t } = useTranslation()
  const settings = useInstanceSettings()
  const rows = settings.of('github-app')
  useCreationMessage()
  return (
    <InstanceLoadedContent of={settings}>
      <SettingsSection title={t('instance.githubApp.title')} text={t('instance.githubApp.text')}>
        <CreateApp />
      </SettingsSection>
      <SettingsSection title={t('instance.githubApp.values')} text={t('instance.githubApp.valuesText')}>
        <Address />
        <WebhookUrl url={location.origin + githubAppWebhookPath} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-soft">{t('instance.githubApp.permissions')}</dt>
          <dd dir="ltr" className="font-mono text-sm">
            {Object.entries(githubAppPermissions)
              .map(([name, access]) => `${name}: ${access}`)
              .join(', ')}
          </dd>
          <dt className="text-soft">{t('instance.githubApp.events')}</dt>
          <dd dir="ltr" className="font-mono text-sm">
            {githubAppEvents.join(', ')}
          </dd>
        </dl>
      </SettingsSection>
      <SettingsSection title={t('instance.githubApp.keys')}>
        <SettingsForm rows={rows} save={settings.save} />
      </SettingsSection>
    </InstanceLoadedContent>
  )
}

/** Sends the admin to GitHub, which creates the App and returns its keys. */
function CreateApp() {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const form = useForm({
    saved: { organization: '' },
    check: () => ({}),
    send: async ({ organization }) => {
      const { url } = await request('createGithubApp', { body: { organization: organization.trim() } })
      location.assign(url)
    },
    explain: (error) => ({ organization: words(error) }),
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <Field
        label={t('instance.githubApp.organization')}
        optional
        hint={t('instance.githubApp.organizationHint')}
        error={form.problem('organization')}
      >
        <Input {...form.text('organization')} autoComplete="off" spellCheck={false} maxLength={100} />
      </Field>
      <Button type="submit" variant="primary" loading={form.sending} className="self-start">
        {t('instance.githubApp.create')}
      </Button>
    </form>
  )
}

function Address() {
  const { t } = useTranslation()
  const address = location.origin + githubAppCallbackPath
  return (
    <Field label={t('instance.callback')}>
      <Input
        readOnly
        dir="ltr"
        value={address}
        className="font-mono"
        end={
          <IconButton
            size="sm"
            label={t('instance.copyCallback', { name: t('instance.githubApp.title') })}
            icon={<Copy />}
            onClick={() => void copyText(address, t('instance.copied'))}
          />
        }
      />
    </Field>
  )
}

/** Shows whether GitHub has created the App, after the browser returned from GitHub. */
function useCreationMessage(): void {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const created = params.get(githubCreatedParam)
  useEffect(() => {
    if (created === null) return
    if (created === '1') toast.ok(t('instance.githubApp.created'))
    else toast.error(t('instance.githubApp.notCreated'))
    setParams({}, { replace: true })
  }, [created, setParams, t])
}
