import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Calls } from '#common/calls.ts'
import {
  maxTokenDescriptionLength,
  maxTokenLabelLength,
  type TokenScope,
  tokenScopes,
} from '#common/identity/api-tokens/rules.ts'
import type { ApiToken } from '#common/identity/api-tokens/schema.ts'
import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { workspaceAtom } from '../../platform/shell/workspace.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SecretDialog } from '../../platform/ui/SecretDialog.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { useErrorMessage } from '../sign-in/use-error-message.ts'

interface Props {
  /** The workspaces that the user can select. Is null for a token of a service account, which has one workspace. */
  workspaces: readonly Pick<WorkspaceResponse, 'id' | 'name'>[] | null
  send: (body: BodyOf<Calls['createApiToken']>) => Promise<ApiToken & { token: string }>
  onCreated: (token: ApiToken) => void
  onClose: () => void
}

/** Lifetime in days. Null means no expiry. */
const lifetimes = { week: 7, month: 30, quarter: 90, year: 365, ever: null } as const
type Lifetime = keyof typeof lifetimes
const lifetimeNames: readonly Lifetime[] = ['week', 'month', 'quarter', 'year', 'ever']

const day = 86_400_000

/** Shows the form for a new API token, and then the token itself, which is never shown again. */
export function ApiTokenForm({ workspaces, send, onCreated, onClose }: Props) {
  const { t } = useTranslation()
  const [key, setKey] = useState<string | null>(null)
  if (key !== null) return <CreatedToken token={key} onClose={onClose} />
  return (
    <TokenFields
      workspaces={workspaces}
      send={send}
      title={t('apiTokens.newTitle')}
      onClose={onClose}
      onCreated={({ token, ...row }) => {
        onCreated(row)
        setKey(token)
      }}
    />
  )
}

interface TokenInput {
  label: string
  description: string
  scope: TokenScope
  /** The workspace in which the token is valid. An empty string means all workspaces. */
  workspace: string
  life: Lifetime
}

interface TokenFieldsProps extends Pick<Props, 'workspaces' | 'send' | 'onClose'> {
  title: string
  onCreated: (token: ApiToken & { token: string }) => void
}

function TokenFields({ title, workspaces, send, onCreated, onClose }: TokenFieldsProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const currentWorkspace = useAtomValue(workspaceAtom)
  const form = useForm({
    saved: (): TokenInput => ({
      ...{ label: '', description: '', scope: 'write' },
      ...{ workspace: currentWorkspace.id ?? '', life: 'quarter' },
    }),
    send: async ({ life, workspace, ...typed }) => {
      const label = typed.label.trim()
      if (label === '') return { label: t('apiTokens.nameMissing') }
      const days = lifetimes[life]
      const expired_at = days === null ? null : new Date(Date.now() + days * day).toISOString()
      const place = workspaces === null ? {} : { workspace: workspace || null }
      onCreated(await send({ ...typed, ...place, label, expired_at }))
    },
    explain: (error) => ({ label: errorMessage(error) }),
  })
  const { scope, workspace, life } = form.values

  return (
    <FormDialog
      title={title}
      size="sm"
      submit={t('apiTokens.make')}
      onSubmit={form.submit}
      loading={form.sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('apiTokens.name')} error={form.problem('label')}>
          <Input
            autoFocus
            size="lg"
            maxLength={maxTokenLabelLength}
            placeholder={t('apiTokens.namePlaceholder')}
            {...form.text('label')}
          />
        </Field>
        <Field label={t('apiTokens.description')} optional>
          <Input size="lg" maxLength={maxTokenDescriptionLength} {...form.text('description')} />
        </Field>
        <Field
          label={t('apiTokens.scope')}
          {...(workspaces !== null && { hint: t(`apiTokens.scopeHints.${scope}`) })}
        >
          <Select
            size="lg"
            value={scope}
            onChange={(next) => form.set({ scope: next })}
            options={tokenScopes.map((value) => ({ value, label: t(`apiTokens.scopes.${value}`) }))}
          />
        </Field>
        {workspaces !== null && (
          <Field label={t('apiTokens.workspace')}>
            <Select
              size="lg"
              value={workspace}
              onChange={(next) => form.set({ workspace: next })}
              options={[
                ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
                { value: '', label: t('apiTokens.everyWorkspace') },
              ]}
            />
          </Field>
        )}
        <Field label={t('apiTokens.ends')}>
          <Select
            size="lg"
            value={life}
            onChange={(next) => form.set({ life: next })}
            options={lifetimeNames.map((value) => ({ value, label: t(`apiTokens.lives.${value}`) }))}
          />
        </Field>
      </div>
    </FormDialog>
  )
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SecretDialog
      secret={token}
      title={t('apiTokens.madeTitle')}
      text={t('apiTokens.madeText')}
      label={t('apiTokens.key')}
      copy={t('apiTokens.copy')}
      copied={t('apiTokens.copied')}
      onClose={onClose}
    >
      <p className="text-pretty text-soft text-sm">{t('apiTokens.how')}</p>
    </SecretDialog>
  )
}
