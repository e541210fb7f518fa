import { KeyRound, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ApiToken } from '#common/identity/api-tokens/schema.ts'
import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { AccountScreen } from '../../platform/shell/AccountScreen.tsx'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useErrorMessage } from '../sign-in/use-error-message.ts'
import { ApiTokenForm } from './ApiTokenForm.tsx'
import { ApiTokenRow } from './ApiTokenRow.tsx'

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
              <ApiTokenRow
                key={token.id}
                token={token}
                place={
                  token.workspace === null
                    ? t('apiTokens.everyWorkspace')
                    : (workspaces.find(({ id }) => id === token.workspace)?.name ??
                      t('apiTokens.leftWorkspace'))
                }
                onEnd={() => setEnding(token)}
              />
            ))}
          </ul>
        )}
      </SettingsSection>
      {making && (
        <ApiTokenForm
          workspaces={workspaces}
          send={(body) => request('createApiToken', { body })}
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
