import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ServiceAccount } from '#common/organization/service-accounts/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { WorkspaceSettingsScreen } from '../workspaces/WorkspaceSettingsScreen.tsx'
import { ServiceAccountForm } from './ServiceAccountForm.tsx'
import { ServiceAccountRow } from './ServiceAccountRow.tsx'
import { ServiceTokens } from './ServiceTokens.tsx'
import { useServiceAccounts } from './use-service-accounts.ts'

/** Screen `/{slug}/settings/service-accounts` with the service accounts of the workspace, for its admins. */
export function ServiceAccounts() {
  return (
    <WorkspaceSettingsScreen>
      <ServiceAccountList />
    </WorkspaceSettingsScreen>
  )
}

type OpenDialog =
  | { kind: 'form'; account: ServiceAccount | null }
  | { kind: 'tokens' | 'delete'; account: ServiceAccount }

function ServiceAccountList() {
  const { t } = useTranslation()
  const { accounts, loaded, create, update, disable, enable, remove } = useServiceAccounts()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setDialog({ kind: 'form', account: null })}>
      {t('serviceAccounts.new')}
    </Button>
  )
  return (
    <SettingsSection
      title={t('serviceAccounts.title')}
      text={t('serviceAccounts.text')}
      action={accounts.length > 0 && add}
      isBusy={loaded.status === 'loading'}
    >
      <LoadedContent of={loaded}>
        {accounts.length === 0 && (
          <EmptyState
            icon={<Bot />}
            title={t('serviceAccounts.emptyTitle')}
            text={t('serviceAccounts.empty')}
            action={add}
          />
        )}
      </LoadedContent>
      {accounts.length > 0 && (
        <ul className="flex flex-col" aria-label={t('serviceAccounts.title')}>
          {accounts.map((account) => (
            <ServiceAccountRow
              key={account.id}
              account={account}
              onEdit={() => setDialog({ kind: 'form', account })}
              onTokens={() => setDialog({ kind: 'tokens', account })}
              onDisable={() => void disable(account).catch(() => {})}
              onEnable={() => void enable(account).catch(() => {})}
              onDelete={() => setDialog({ kind: 'delete', account })}
            />
          ))}
        </ul>
      )}
      {dialog?.kind === 'form' && (
        <ServiceAccountForm
          account={dialog.account}
          onCreate={async (values) => {
            const account = await create(values)
            // Without a token, nothing can act under the name of the account.
            setDialog({ kind: 'tokens', account })
          }}
          onUpdate={update}
          onClose={close}
        />
      )}
      {dialog?.kind === 'tokens' && (
        <ServiceTokens
          account={dialog.account}
          onClose={close}
          onChanged={loaded.retry}
          onChooseProjects={() => setDialog({ kind: 'form', account: dialog.account })}
        />
      )}
      {dialog?.kind === 'delete' && (
        <AlertDialog
          open
          danger
          onOpenChange={(open) => !open && close()}
          title={t('serviceAccounts.deleteTitle', { name: displayNameOf(dialog.account) })}
          text={t('serviceAccounts.deleteText')}
          confirmLabel={t('serviceAccounts.delete')}
          onConfirm={() => remove(dialog.account)}
        />
      )}
    </SettingsSection>
  )
}
