import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
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
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SecretDialog } from '../../platform/ui/SecretDialog.tsx'
import { Select } from '../../platform/ui/Select.tsx'
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

interface WishesProps extends Pick<Props, 'workspaces' | 'onClose'> {
  title: string
  onMade: (made: ApiToken & { token: string }) => void
}

function Wishes({ title, workspaces, onMade, onClose }: WishesProps) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const here = useAtomValue(workspaceAtom)
  const [label, setLabel] = useState('')
  const [description, setDescription] = useState('')
  const [scope, setScope] = useState<TokenScope>('write')
  const [workspace, setWorkspace] = useState(here.id ?? '')
  const [life, setLife] = useState<Life>('quarter')
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (label.trim() === '') return setProblem(t('apiTokens.nameMissing'))
    setSending(true)
    const days = lives[life]
    const expired_at = days === null ? null : new Date(Date.now() + days * day).toISOString()
    const body = { label: label.trim(), description, scope, workspace: workspace || null, expired_at }
    try {
      onMade(await request('createApiToken', { body }))
    } catch (error) {
      setProblem(words(error))
      setSending(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" type="submit" form="api-token" loading={sending}>
            {t('apiTokens.make')}
          </Button>
        </>
      }
    >
      <form id="api-token" className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <Field label={t('apiTokens.name')} error={problem}>
          <Input
            autoFocus
            size="lg"
            value={label}
            maxLength={tokenLabelLength}
            placeholder={t('apiTokens.namePlaceholder')}
            onChange={(event) => {
              setLabel(event.target.value)
              setProblem(undefined)
            }}
          />
        </Field>
        <Field label={t('apiTokens.description')}>
          <Input
            size="lg"
            value={description}
            maxLength={tokenDescriptionLength}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <Field label={t('apiTokens.scope')} hint={t(`apiTokens.scopeHints.${scope}`)}>
          <Select
            size="lg"
            value={scope}
            onChange={setScope}
            options={tokenScopes.map((value) => ({ value, label: t(`apiTokens.scopes.${value}`) }))}
          />
        </Field>
        <Field label={t('apiTokens.workspace')}>
          <Select
            size="lg"
            value={workspace}
            onChange={setWorkspace}
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
            onChange={setLife}
            options={lifeNames.map((value) => ({ value, label: t(`apiTokens.lives.${value}`) }))}
          />
        </Field>
      </form>
    </Dialog>
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
