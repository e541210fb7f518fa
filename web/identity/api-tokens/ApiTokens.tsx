import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ApiToken } from '#common/identity/api-tokens/schema.ts'
import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { AccountScreen } from '../../platform/shell/AccountScreen.tsx'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { useErrorMessage } from '../sign-in/use-error-message.ts'
import { ApiTokenForm } from './ApiTokenForm.tsx'

/** Screen `/{slug}/settings/profile/api-tokens` with the user's API tokens. */
export function ApiTokens() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [tokens, setTokens] = useState<ApiToken[]>([])
  const [making, setMaking] = useState(false)
  const [ending, setEnding] = useState<ApiToken | null>(null)
  const [workspaces, setWorkspaces] = useState<WorkspaceResponse[]>([])
  const read = useCallback(async () => {
    const [all, own] = await Promise.all([request('listApiTokens', {}), request('listMyWorkspaces', {})])
    setTokens(all)
    setWorkspaces(own)
  }, [])
  const loaded = useLoadState(read)

  async function end(token: ApiToken): Promise<void> {
    try {
      await request('deleteApiToken', { params: { token_id: token.id } })
      setTokens((all) => all.filter(({ id }) => id !== token.id))
      setEnding(null)
    } catch (error) {
      toast.error(errorMessage(error))
      throw error
    }
  }

  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setMaking(true)}>
      {t('apiTokens.new')}
    </Button>
  )
  return (
    <AccountScreen>
      <SettingsSection
        title={t('apiTokens.title')}
        text={t('apiTokens.text')}
        action={tokens.length > 0 && add}
      >
        <LoadedContent of={loaded}>
          {tokens.length === 0 && (
            <EmptyState
              icon={<KeyRound />}
              title={t('apiTokens.emptyTitle')}
              text={t('apiTokens.empty')}
              action={add}
            />
          )}
        </LoadedContent>
        {tokens.length > 0 && (
          <ul className="flex flex-col" aria-label={t('apiTokens.title')}>
            {tokens.map((token) => (
              <TokenLine
                key={token.id}
                token={token}
                workspace={workspaces.find(({ id }) => id === token.workspace)?.name}
                onEnd={() => setEnding(token)}
              />
            ))}
          </ul>
        )}
      </SettingsSection>
      {making && (
        <ApiTokenForm
          workspaces={workspaces}
          onCreated={(token) => setTokens((all) => [token, ...all])}
          onClose={() => setMaking(false)}
        />
      )}
      <AlertDialog
        open={ending !== null}
        onOpenChange={(open) => !open && setEnding(null)}
        title={t('apiTokens.deleteTitle', { name: ending?.label ?? '' })}
        text={t('apiTokens.deleteText')}
        confirmLabel={t('apiTokens.delete')}
        danger
        onConfirm={() => ending && end(ending)}
      />
    </AccountScreen>
  )
}

interface LineProps {
  token: ApiToken
  /** Name of the token's workspace, if the user is still a member. */
  workspace: string | undefined
  onEnd: () => void
}

function TokenLine({ token, workspace, onEnd }: LineProps) {
  const { t, i18n } = useTranslation()
  const { label, description, expired_at, last_used, is_active } = token
  const isOver = !is_active || (expired_at !== null && Date.parse(expired_at) <= Date.now())
  const ends = () => {
    if (isOver) return t('apiTokens.over')
    if (expired_at === null) return t('apiTokens.neverEnds')
    return t('apiTokens.endsOn', { day: formatShortDate(expired_at.slice(0, 10), i18n.language) })
  }
  const facts = [
    t(`apiTokens.scopes.${token.scope}`),
    token.workspace === null ? t('apiTokens.everyWorkspace') : (workspace ?? t('apiTokens.leftWorkspace')),
    ends(),
    last_used === null
      ? t('apiTokens.neverUsed')
      : t('apiTokens.lastUsed', { ago: timeAgo(last_used, i18n.language) }),
  ]
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-0">
      <KeyRound className="mt-0.5 size-4 shrink-0 text-icon-faint" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className={isOver ? 'truncate font-medium text-soft' : 'truncate font-medium'}>{label}</span>
          <code className="shrink-0 text-faint text-sm">…{token.ending}</code>
        </p>
        {description !== '' && <p className="text-pretty wrap-anywhere text-soft">{description}</p>}
        <p className="text-soft text-sm">{facts.join(' · ')}</p>
      </div>
      <IconButton label={t('apiTokens.deleteOf', { name: label })} icon={<Trash2 />} onClick={onEnd} />
    </li>
  )
}
