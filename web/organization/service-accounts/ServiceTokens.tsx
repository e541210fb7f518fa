import { Folders, KeyRound, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ApiToken } from '#common/identity/api-tokens/schema.ts'
import type { ServiceAccount } from '#common/organization/service-accounts/schema.ts'
import { ApiTokenForm } from '../../identity/api-tokens/ApiTokenForm.tsx'
import { ApiTokenRow } from '../../identity/api-tokens/ApiTokenRow.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { serviceAccountParams } from './use-service-accounts.ts'

interface ServiceTokensProps {
  account: ServiceAccount
  /** Called after a token was created or revoked. */
  onChanged: () => void
  onChooseProjects: () => void
  onClose: () => void
}

/** A dialog with the API tokens of a service account. */
export function ServiceTokens({ account, onChanged, onChooseProjects, onClose }: ServiceTokensProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const params = serviceAccountParams(account.id)
  const [tokens, setTokens] = useState<ApiToken[]>([])
  const [making, setMaking] = useState(false)
  const [ending, setEnding] = useState<ApiToken | null>(null)
  const loaded = useLoadState(
    useCallback(
      async () => setTokens(await request('listServiceTokens', { params: serviceAccountParams(account.id) })),
      [account.id],
    ),
  )

  async function end(token: ApiToken): Promise<void> {
    try {
      await request('deleteServiceToken', { params: { ...params, service_token_id: token.id } })
      setTokens((all) => all.filter(({ id }) => id !== token.id))
      onChanged()
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
    <>
      <Dialog
        open={!making}
        onOpenChange={(open) => !open && !making && onClose()}
        title={t('serviceAccounts.tokensOf', { name: displayNameOf(account) })}
        footer={tokens.length > 0 && add}
      >
        {account.projects.length === 0 && (
          <div
            role="status"
            className="mb-4 flex flex-col items-start gap-2 rounded-md bg-warn-soft px-3 py-2.5"
          >
            <p className="text-pretty text-sm">{t('serviceAccounts.needsProject')}</p>
            <Button size="sm" icon={<Folders />} onClick={onChooseProjects}>
              {t('teamspaces.chooseProjects')}
            </Button>
          </div>
        )}
        <LoadedContent of={loaded}>
          {tokens.length === 0 && (
            <EmptyState
              compact
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
              <ApiTokenRow key={token.id} token={token} onEnd={() => setEnding(token)} />
            ))}
          </ul>
        )}
      </Dialog>
      {making && (
        <ApiTokenForm
          workspaces={null}
          send={(body) => request('createServiceToken', { params, body })}
          onCreated={(token) => {
            setTokens((all) => [token, ...all])
            onChanged()
          }}
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
    </>
  )
}
