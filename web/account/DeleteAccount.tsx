import { useState } from 'react'
import type { AccountDeletion } from '#common/account/schema.ts'
import { auditDays } from '#common/audit/rules.ts'
import { magicCodeDigits, passwordLength } from '#common/auth/rules.ts'
import { request } from '../app/sync.ts'
import { useProblemWords } from '../auth/problems.ts'
import { useTranslation } from '../locales/i18n.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { toast } from '../ui/toast.ts'
import { AccountPart } from './AccountScreen.tsx'
import { deleteAccount } from './actions.ts'

/** The way out for good: what goes and what stays is said first, and one proves that it is oneself. */
export function DeleteAccount() {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [loading, setLoading] = useState(false)
  const [deletion, setDeletion] = useState<AccountDeletion | null>(null)

  async function ask() {
    setLoading(true)
    try {
      setDeletion(await request('getAccountDeletion', {}))
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
      {deletion !== null && <DeleteDialog deletion={deletion} onClose={() => setDeletion(null)} />}
    </AccountPart>
  )
}

function DeleteDialog({ deletion, onClose }: { deletion: AccountDeletion; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(deletion.problem)
  const isByCode = deletion.asks_for === 'code'

  async function remove() {
    try {
      await deleteAccount({ [deletion.asks_for]: typed })
    } catch (error) {
      setProblem(words(error))
      throw error
    }
  }

  const type = (text: string) => {
    setTyped(text)
    setProblem(null)
  }
  return (
    <AlertDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('security.deleteAsk')}
      text={t('security.deleteWhat', { days: auditDays })}
      confirmLabel={t('security.delete')}
      confirmDisabled={typed.trim() === '' || deletion.problem !== null}
      onConfirm={remove}
    >
      <div className="flex flex-col gap-4">
        <Fate {...deletion} />
        {deletion.problem !== null && <p className="text-danger">{deletion.problem}</p>}
        {deletion.problem === null && isByCode && <CodeButton onProblem={setProblem} />}
        {deletion.problem === null && (
          <Field label={t(isByCode ? 'security.code' : 'security.oldPassword')} error={problem}>
            {isByCode ? (
              <Input
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={magicCodeDigits + 2}
                value={typed}
                onChange={(event) => type(event.target.value)}
              />
            ) : (
              <PasswordInput
                maxLength={passwordLength}
                value={typed}
                onChange={(event) => type(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </AlertDialog>
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
    <div className="grid gap-3 text-sm sm:grid-cols-2">
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

function CodeButton({ onProblem }: { onProblem: (problem: string) => void }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')

  async function send() {
    setState('sending')
    try {
      await request('generateDeletionCode', {})
      setState('sent')
    } catch (error) {
      onProblem(words(error))
      setState('idle')
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="sm" loading={state === 'sending'} onClick={() => void send()}>
        {t('security.sendCode')}
      </Button>
      <span role="status" className="text-sm text-soft">
        {state === 'sent' && t('security.codeSent')}
      </span>
    </div>
  )
}
