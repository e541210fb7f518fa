import { useAtomValue } from 'jotai'
import { useState } from 'react'
import {
  type TokenScope,
  tokenDescriptionLength,
  tokenLabelLength,
  tokenScopes,
} from '#common/identity/api-tokens/rules.ts'
import type { ApiToken } from '#common/identity/api-tokens/schema.ts'
import type { WorkspaceAnswer } from '#common/organization/workspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { workspaceAtom } from '../../platform/shell/workspace.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SecretDialog } from '../../platform/ui/SecretDialog.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { useProblemWords } from '../sign-in/problems.ts'

interface Props {
  workspaces: readonly Pick<WorkspaceAnswer, 'id' | 'name'>[]
  onMade: (token: ApiToken) => void
  onClose: () => void
}

/** Days until a token ends; null for one that stays. */
const lives = { week: 7, month: 30, quarter: 90, year: 365, ever: null } as const
type Life = keyof typeof lives
const lifeNames: readonly Life[] = ['week', 'month', 'quarter', 'year', 'ever']

const day = 86_400_000

/** First what the token is for, then its key, which is never shown again. */
export function ApiTokenForm({ workspaces, onMade, onClose }: Props) {
  const { t } = useTranslation()
  const [key, setKey] = useState<string | null>(null)
  if (key !== null) return <MadeToken token={key} onClose={onClose} />
  return (
    <Wishes
      workspaces={workspaces}
      title={t('apiTokens.newTitle')}
      onClose={onClose}
      onMade={({ token, ...row }) => {
        onMade(row)
        setKey(token)
      }}
    />
  )
}

interface Wish {
  label: string
  description: string
  scope: TokenScope
  /** Empty for a token that is for every workspace. */
  workspace: string
  life: Life
}

interface WishesProps extends Pick<Props, 'workspaces' | 'onClose'> {
  title: string
  onMade: (made: ApiToken & { token: string }) => void
}

function Wishes({ title, workspaces, onMade, onClose }: WishesProps) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const here = useAtomValue(workspaceAtom)
  const form = useForm({
    saved: (): Wish => ({
      ...{ label: '', description: '', scope: 'write' },
      ...{ workspace: here.id ?? '', life: 'quarter' },
    }),
    send: async ({ life, workspace, ...typed }) => {
      const label = typed.label.trim()
      if (label === '') return { label: t('apiTokens.nameMissing') }
      const days = lives[life]
      const expired_at = days === null ? null : new Date(Date.now() + days * day).toISOString()
      const body = { ...typed, label, workspace: workspace || null, expired_at }
      onMade(await request('createApiToken', { body }))
    },
    explain: (error) => ({ label: words(error) }),
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
            maxLength={tokenLabelLength}
            placeholder={t('apiTokens.namePlaceholder')}
            {...form.text('label')}
          />
        </Field>
        <Field label={t('apiTokens.description')}>
          <Input size="lg" maxLength={tokenDescriptionLength} {...form.text('description')} />
        </Field>
        <Field label={t('apiTokens.scope')} hint={t(`apiTokens.scopeHints.${scope}`)}>
          <Select
            size="lg"
            value={scope}
            onChange={(next) => form.set({ scope: next })}
            options={tokenScopes.map((value) => ({ value, label: t(`apiTokens.scopes.${value}`) }))}
          />
        </Field>
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
        <Field label={t('apiTokens.ends')}>
          <Select
            size="lg"
            value={life}
            onChange={(next) => form.set({ life: next })}
            options={lifeNames.map((value) => ({ value, label: t(`apiTokens.lives.${value}`) }))}
          />
        </Field>
      </div>
    </FormDialog>
  )
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SecretDialog
      secret={token}
      title={t('apiTokens.madeTitle')}
      text={t('apiTokens.madeText')}
      label={t('apiTokens.key')}
      copy={t('apiTokens.copy')}
      copied={t('apiTokens.copied')}
      done={t('apiTokens.done')}
      onClose={onClose}
    >
      <p className="text-pretty text-soft text-sm">{t('apiTokens.how')}</p>
    </SecretDialog>
  )
}
