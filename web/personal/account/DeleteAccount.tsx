import { useState } from 'react'
import type { TwoFactorStatus } from '#common/identity/sign-in/two-factor/schema.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { auditRetentionDays } from '#common/organization/audit/rules.ts'
import type { AccountDeletion } from '#common/personal/account/schema.ts'
import { IdentityProofDialog } from '../../identity/sign-in/two-factor/IdentityProofDialog.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { deleteAccount } from './actions.ts'

/** Deletes the account. Shows the consequences first and requires a proof of identity. */
export function DeleteAccount({ me }: { me: Me }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [loading, setLoading] = useState(false)
  const [openDeletion, setOpenDeletion] = useState<OpenDeletion | null>(null)

  async function openDialog() {
    setLoading(true)
    try {
      const [deletion, factor] = await Promise.all([
        request('getAccountDeletion', {}),
        request('getSecondFactor', {}),
      ])
      setOpenDeletion({ deletion, factor })
    } catch (error) {
      toast.error(errorMessage(error))
    }
    setLoading(false)
  }

  return (
    <SettingsSection title={t('security.deleteTitle')} text={t('security.deleteText')}>
      <Button
        variant="danger-line"
        className="self-start"
        loading={loading}
        onClick={() => void openDialog()}
      >
        {t('security.delete')}
      </Button>
      {openDeletion !== null && (
        <DeleteDialog me={me} {...openDeletion} onClose={() => setOpenDeletion(null)} />
      )}
    </SettingsSection>
  )
}

interface OpenDeletion {
  deletion: AccountDeletion
  factor: TwoFactorStatus
}

function DeleteDialog({ me, deletion, factor, onClose }: OpenDeletion & { me: Me; onClose: () => void }) {
  const { t } = useTranslation()
  const title = t('security.deleteAsk')
  const text = t('security.deleteWhat', { days: auditRetentionDays })
  if (deletion.problem !== null) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={title}
        description={text}
        size="sm"
        footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
      >
        <p className="text-danger">{deletion.problem}</p>
      </Dialog>
    )
  }
  return (
    <IdentityProofDialog
      danger
      factor={factor}
      email={me.email}
      title={title}
      text={text}
      confirm={t('security.delete')}
      onProved={deleteAccount}
      onClose={onClose}
    >
      <DeletionSummary {...deletion} />
    </IdentityProofDialog>
  )
}

const deletedKinds = [
  ...(['memberships', 'workspaces', 'sessions', 'api_tokens', 'private_pages', 'private_views'] as const),
  ...(['drafts', 'stickies'] as const),
]
const remainingKinds = ['work_items', 'comments', 'pages', 'files'] as const

/**
 * Lists the kinds of data that are deleted and the kinds that remain, each with its number of entries. Kinds
 * without entries are omitted.
 */
function DeletionSummary(deletion: Pick<AccountDeletion, 'goes' | 'stays'>) {
  const { t } = useTranslation()
  const going = deletedKinds.filter((name) => deletion.goes[name] > 0)
  const staying = remainingKinds.filter((name) => deletion.stays[name] > 0)
  return (
    <div className="mb-4 grid gap-3 text-sm sm:grid-cols-2">
      <div>
        <h3 className="font-medium">{t('security.goes')}</h3>
        <ul className="text-soft">
          {going.map((name) => (
            <li key={name}>{t(`security.counts.${name}`, { count: deletion.goes[name] })}</li>
          ))}
        </ul>
      </div>
      {staying.length > 0 && (
        <div>
          <h3 className="font-medium">{t('security.stays')}</h3>
          <ul className="text-soft">
            {staying.map((name) => (
              <li key={name}>{t(`security.counts.${name}`, { count: deletion.stays[name] })}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
