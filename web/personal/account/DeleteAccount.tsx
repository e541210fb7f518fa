import { useState } from 'react'
import type { SecondFactor } from '#common/identity/sign-in/second-factor/schema.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { auditDays } from '#common/organization/audit/rules.ts'
import type { AccountDeletion } from '#common/personal/account/schema.ts'
import { AccountPart } from '../../identity/sign-in/AccountPart.tsx'
import { useProblemWords } from '../../identity/sign-in/problems.ts'
import { ProofDialog } from '../../identity/sign-in/second-factor/ProofDialog.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { deleteAccount } from './actions.ts'

/** The way out for good: what goes and what stays is said first, and one proves that it is oneself. */
export function DeleteAccount({ me }: { me: Me }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [loading, setLoading] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)

  async function ask() {
    setLoading(true)
    try {
      const [deletion, factor] = await Promise.all([
        request('getAccountDeletion', {}),
        request('getSecondFactor', {}),
      ])
      setAsked({ deletion, factor })
    } catch (error) {
      toast.error(words(error))
    }
    setLoading(false)
  }

  return (
    <AccountPart title={t('security.deleteTitle')}>
      <p className="text-pretty text-soft">{t('security.deleteText')}</p>
      <Button variant="danger" className="self-start" loading={loading} onClick={() => void ask()}>
        {t('security.delete')}
      </Button>
      {asked !== null && <DeleteDialog me={me} {...asked} onClose={() => setAsked(null)} />}
    </AccountPart>
  )
}

interface Asked {
  deletion: AccountDeletion
  factor: SecondFactor
}

function DeleteDialog({ me, deletion, factor, onClose }: Asked & { me: Me; onClose: () => void }) {
  const { t } = useTranslation()
  const title = t('security.deleteAsk')
  const text = t('security.deleteWhat', { days: auditDays })
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
    <ProofDialog
      danger
      factor={factor}
      email={me.email}
      title={title}
      text={text}
      confirm={t('security.delete')}
      onProved={deleteAccount}
      onClose={onClose}
    >
      <Fate {...deletion} />
    </ProofDialog>
  )
}

const goes = [
  ...(['memberships', 'workspaces', 'sessions', 'api_tokens', 'private_pages', 'private_views'] as const),
  ...(['drafts', 'stickies'] as const),
]
const stays = ['work_items', 'comments', 'pages', 'files'] as const

/** In words and numbers; what there is none of is left out. */
function Fate(deletion: Pick<AccountDeletion, 'goes' | 'stays'>) {
  const { t } = useTranslation()
  const going = goes.filter((name) => deletion.goes[name] > 0)
  const staying = stays.filter((name) => deletion.stays[name] > 0)
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
