import { useCallback, useState } from 'react'
import { type GitSyncDirection, gitSyncDirections, maxGitSyncLabelLength } from '#common/work/git/rules.ts'
import type { GitConnection, GitIssue } from '#common/work/git/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { translateServerMessage } from '../../locales/translate-server-message.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { listSyncedGitIssues, retryGitIssueSync, updateConnection, useGitErrorToast } from './actions.ts'

interface IssueSyncProps {
  connection: GitConnection
  canChange: boolean
  onChange: (connection: GitConnection) => void
}

type Sync = Partial<Pick<GitConnection, 'sync_issues' | 'sync_direction' | 'sync_label'>>

/** Configures the synchronization of issues, and lists the synchronized issues with their failures. */
export function IssueSync({ connection, canChange, onChange }: IssueSyncProps) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const { sync_issues, sync_direction, has_token, uses_app } = connection
  const [label, setLabel] = useState(connection.sync_label)
  const isDisabled = !canChange

  async function save(change: Sync): Promise<void> {
    try {
      onChange(await withErrorToast(updateConnection(connection, change)))
      toast.ok(t('git.sync.saved'), { id: connection.id })
    } catch {
      // `withErrorToast` has already shown the error.
    }
  }

  const needsLabel = label.trim() === '' && sync_direction !== 'to_forge'
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-strong">{t('git.sync.title')}</legend>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label={t('git.sync.label')} hint={t('git.sync.labelHint')}>
          <Input
            value={label}
            maxLength={maxGitSyncLabelLength}
            disabled={isDisabled}
            onChange={(event) => setLabel(event.target.value)}
            onBlur={() => {
              if (label.trim() !== connection.sync_label) void save({ sync_label: label.trim() })
            }}
          />
        </Field>
        <Field label={t('git.sync.direction')}>
          <Select<GitSyncDirection>
            disabled={isDisabled}
            value={sync_direction}
            onChange={(next) => void save({ sync_direction: next })}
            options={gitSyncDirections.map((value) => ({ value, label: t(`git.sync.directions.${value}`) }))}
          />
        </Field>
      </div>
      <Switch
        checked={sync_issues}
        disabled={isDisabled || (!sync_issues && needsLabel)}
        onChange={(next) => void save({ sync_issues: next, sync_label: label.trim() })}
        hint={t('git.sync.text')}
      >
        {t('git.sync.switch')}
      </Switch>
      {sync_issues && !has_token && !uses_app && sync_direction !== 'from_forge' && (
        <p className="text-sm text-danger">{t('git.sync.noToken')}</p>
      )}
      {sync_issues && <SyncedIssues connection={connection} canChange={canChange} />}
    </fieldset>
  )
}

function SyncedIssues({ connection, canChange }: Pick<IssueSyncProps, 'connection' | 'canChange'>) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const [issues, setIssues] = useState<GitIssue[]>([])
  const { id, project_id } = connection
  const loaded = useLoadState(
    useCallback(async () => setIssues(await listSyncedGitIssues({ id, project_id })), [id, project_id]),
  )

  async function sendAgain(issue: GitIssue): Promise<void> {
    try {
      await withErrorToast(retryGitIssueSync(connection, issue.id))
      toast.ok(t('git.sync.sending'))
    } catch {
      // `withErrorToast` has already shown the error.
    }
  }

  return (
    <LoadedContent of={loaded} compact>
      {issues.length === 0 ? (
        <p className="text-sm text-soft">{t('git.sync.none')}</p>
      ) : (
        <ul aria-label={t('git.sync.issues')} className="flex flex-col">
          {issues.map((issue) => (
            <li
              key={issue.id}
              className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 text-sm last:border-0"
            >
              <a href={issue.url} target="_blank" rel="noopener noreferrer" className="tabular">
                #{issue.number}
              </a>
              <span className="text-soft tabular">{issue.key}</span>
              {issue.error !== null && (
                <>
                  <span className="min-w-0 flex-1 text-danger wrap-anywhere">
                    {translateServerMessage(issue.error)}
                  </span>
                  {canChange && (
                    <Button size="sm" onClick={() => void sendAgain(issue)}>
                      {t('git.sync.retry')}
                    </Button>
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </LoadedContent>
  )
}
