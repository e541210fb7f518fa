import { ChevronRight, KeyRound, Trash2, Webhook } from 'lucide-react'
import { useId, useState } from 'react'
import { type GitAppProblem, gitAppProblemMessages } from '#common/work/git/rules.ts'
import type { GitConnection } from '#common/work/git/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { translateServerMessage } from '../../locales/translate-server-message.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import {
  checkConnection,
  disconnectRepository,
  installWebhook,
  requestNewGitSecret,
  useGitErrorToast,
} from './actions.ts'
import { GitDeliveries } from './GitDeliveries.tsx'
import { GithubButton } from './GithubButton.tsx'
import { GitWebhookSecretDialog, WebhookUrl } from './GitWebhookSecretDialog.tsx'
import { IssueSync } from './IssueSync.tsx'
import { StateRules } from './StateRules.tsx'

interface RepositoryCardProps {
  connection: GitConnection
  canChange: boolean
  onChange: (connection: GitConnection) => void
  onDisconnected: () => void
}

/** A connected repository. A click on its name shows its webhook, its rules and its deliveries. */
export function RepositoryCard({ connection, canChange, onChange, onDisconnected }: RepositoryCardProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(connection.last_event_at === null)
  const { repository, provider, base_url, last_event_at, last_error, uses_app, app_problem } = connection
  return (
    <section aria-label={repository} className="rounded-lg border border-line">
      <h2 className="contents">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full items-center gap-2.5 rounded-lg px-4 py-3 text-ui-start hover:bg-hover coarse:min-h-touch"
        >
          <ChevronRight
            aria-hidden
            className={cx('size-4 shrink-0 text-icon-faint transition-[rotate]', isOpen && 'rotate-90')}
          />
          <span className="min-w-0 flex-1">
            <span dir="ltr" className="block font-strong wrap-anywhere">
              {repository}
            </span>
            <span className="block text-sm text-soft">
              {[
                uses_app ? t('git.app.name') : t(`git.providers.${provider}`),
                new URL(base_url).host,
                last_event_at === null
                  ? t('git.noEvents')
                  : t('git.lastEvent', { time: timeAgo(last_event_at, i18n.language) }),
              ].join(' · ')}
            </span>
          </span>
        </button>
      </h2>
      {app_problem !== null && (
        <AppProblem connection={connection} problem={app_problem} canChange={canChange} onChange={onChange} />
      )}
      {last_error !== null && (
        <p role="status" className="px-4 pb-3 text-sm text-danger wrap-anywhere">
          {translateServerMessage(last_error)}
        </p>
      )}
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className="flex flex-col gap-5 border-t border-line px-4 py-4">
            {!uses_app && <WebhookSetup connection={connection} canChange={canChange} onChange={onChange} />}
            <StateRules connection={connection} canChange={canChange} onChange={onChange} />
            <IssueSync connection={connection} canChange={canChange} onChange={onChange} />
            <GitDeliveries connection={connection} canChange={canChange} />
            {canChange && <Disconnect connection={connection} onDisconnected={onDisconnected} />}
          </div>
        )}
      </div>
    </section>
  )
}

type PartProps = Pick<RepositoryCardProps, 'connection' | 'canChange' | 'onChange'>

/** Explains why the GitHub App cannot access the repository, and offers to repair the connection. */
function AppProblem({ connection, problem, canChange, onChange }: PartProps & { problem: GitAppProblem }) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const [checking, setChecking] = useState(false)

  async function check(): Promise<void> {
    setChecking(true)
    try {
      const checked = await withErrorToast(checkConnection(connection))
      onChange(checked)
      if (checked.app_problem === null) toast.ok(t('git.app.works'))
      else toast.error(translateServerMessage(gitAppProblemMessages[checked.app_problem]))
    } catch {
      // `withErrorToast` has already shown the error.
    }
    setChecking(false)
  }

  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      <p role="status" className="text-sm text-danger">
        {translateServerMessage(gitAppProblemMessages[problem])}
      </p>
      {canChange && problem !== 'unconfigured' && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" loading={checking} onClick={() => void check()}>
            {t('git.app.check')}
          </Button>
          <GithubButton projectId={connection.project_id} size="sm" />
        </div>
      )}
    </div>
  )
}

function WebhookSetup({ connection, canChange, onChange }: PartProps) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [installing, setInstalling] = useState(false)
  const forge = t(`git.providers.${connection.provider}`)

  async function install(): Promise<void> {
    setInstalling(true)
    try {
      const changed = await withErrorToast(installWebhook(connection))
      onChange(changed)
      if (changed.last_error === null) toast.ok(t('git.installed', { forge }))
      else toast.error(translateServerMessage(changed.last_error))
    } catch {
      // `withErrorToast` has already shown the error.
    }
    setInstalling(false)
  }

  return (
    <div className="flex flex-col gap-3">
      <WebhookUrl url={connection.webhook_url} />
      {canChange && (
        <div className="flex flex-wrap gap-2">
          {connection.has_token && (
            <Button icon={<Webhook />} loading={installing} onClick={() => void install()}>
              {t('git.install', { forge })}
            </Button>
          )}
          <Button icon={<KeyRound />} onClick={() => setAsking(true)}>
            {t('git.newSecret')}
          </Button>
        </div>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('git.newSecretTitle')}
        text={t('git.newSecretText')}
        confirmLabel={t('git.newSecret')}
        danger
        onConfirm={async () => {
          const changed = await withErrorToast(requestNewGitSecret(connection))
          setAsking(false)
          setSecret(changed.secret_key)
        }}
      />
      {secret !== null && (
        <GitWebhookSecretDialog connection={connection} secret={secret} onClose={() => setSecret(null)} />
      )}
    </div>
  )
}

function Disconnect({
  connection,
  onDisconnected,
}: Pick<RepositoryCardProps, 'connection' | 'onDisconnected'>) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const [asking, setAsking] = useState(false)
  const { repository } = connection
  return (
    <div>
      <Button variant="danger-line" icon={<Trash2 />} onClick={() => setAsking(true)}>
        {t('git.disconnect')}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('git.disconnectTitle', { repository })}
        text={t('git.disconnectText')}
        confirmLabel={t('git.disconnect')}
        danger
        onConfirm={async () => {
          await withErrorToast(disconnectRepository(connection))
          setAsking(false)
          toast.ok(t('git.disconnected', { repository }))
          onDisconnected()
        }}
      />
    </div>
  )
}
