import { useState } from 'react'
import {
  type GitProvider,
  gitProviderCloudUrls,
  gitProviders,
  maxGitServerUrlLength,
  maxGitTokenLength,
  normalizeGitRepositoryPath,
  normalizeGitServerUrl,
  parseGitRepositoryUrl,
} from '#common/work/git/rules.ts'
import type { GitConnection } from '#common/work/git/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { connectRepository } from './actions.ts'
import { GitWebhookSecretDialog } from './GitWebhookSecretDialog.tsx'

interface ConnectRepositoryProps {
  projectId: string
  onConnected: (connection: GitConnection) => void
  onClose: () => void
}

type Connected = GitConnection & { secret_key: string }

/** Shows the form for a repository, and then its webhook secret, which is never shown again. */
export function ConnectRepository({ projectId, onConnected, onClose }: ConnectRepositoryProps) {
  const [connected, setConnected] = useState<Connected | null>(null)
  if (connected !== null)
    return <GitWebhookSecretDialog connection={connected} secret={connected.secret_key} onClose={onClose} />
  return (
    <RepositoryForm
      projectId={projectId}
      onClose={onClose}
      onConnected={(made) => {
        const { secret_key: _, ...connection } = made
        onConnected(connection)
        setConnected(made)
      }}
    />
  )
}

interface RepositoryValues {
  provider: GitProvider
  base_url: string
  repository: string
  token: string
}

const usual: RepositoryValues = {
  provider: 'github',
  base_url: gitProviderCloudUrls.github,
  repository: '',
  token: '',
}

interface RepositoryFormProps {
  projectId: string
  onConnected: (made: Connected) => void
  onClose: () => void
}

function RepositoryForm({ projectId, onConnected, onClose }: RepositoryFormProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const form = useForm<RepositoryValues>({
    saved: usual,
    check: ({ repository, base_url }) => ({
      base_url: normalizeGitServerUrl(base_url) === null && t('git.badAddress'),
      repository: normalizeGitRepositoryPath(repository) === null && t('git.badRepository'),
    }),
    send: async ({ token, ...values }) =>
      onConnected(await connectRepository(projectId, { ...values, ...(token !== '' && { token }) })),
    explain: (error) => {
      if (error instanceof RequestError && error.code === 'conflict') return { repository: t('git.taken') }
      if (error instanceof RequestError && error.fields['base_url'])
        return { base_url: t('git.localAddress') }
      return { repository: words(error) }
    },
  })
  const { provider, base_url, token } = form.values

  /** If the user pastes the web address of a repository, the address fills in the other form fields. */
  function typeRepository(typed: string): void {
    const split = parseGitRepositoryUrl(typed)
    form.set(split === null ? { repository: typed } : { ...split, provider: split.provider ?? provider })
  }

  function chooseProvider(chosen: GitProvider): void {
    const isCloud = base_url === gitProviderCloudUrls[provider]
    form.set({ provider: chosen, ...(isCloud && { base_url: gitProviderCloudUrls[chosen] }) })
  }

  return (
    <FormDialog
      title={t('git.connectTitle')}
      size="sm"
      submit={t('git.connect')}
      onSubmit={form.submit}
      loading={form.sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('git.provider')}>
          <Select
            value={provider}
            onChange={chooseProvider}
            options={gitProviders.map((value) => ({ value, label: t(`git.providers.${value}`) }))}
          />
        </Field>
        <Field label={t('git.repository')} hint={t('git.repositoryHint')} error={form.problem('repository')}>
          <Input
            {...form.text('repository')}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            placeholder="acme/web"
            onChange={(event) => typeRepository(event.target.value)}
          />
        </Field>
        <Field label={t('git.address')} hint={t('git.addressHint')} error={form.problem('base_url')}>
          <Input
            {...form.text('base_url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={maxGitServerUrlLength}
          />
        </Field>
        <Field label={t('git.token')} optional hint={t(`git.tokenHints.${provider}`)}>
          <PasswordInput
            value={token}
            autoComplete="off"
            maxLength={maxGitTokenLength}
            onChange={(event) => form.set({ token: event.target.value })}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
