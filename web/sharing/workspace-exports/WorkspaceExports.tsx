import { useAtomValue } from 'jotai'
import { Archive, Download, FolderDown } from 'lucide-react'
import { useState } from 'react'
import { isWorkspaceExportRunning } from '#common/sharing/workspace-exports/rules.ts'
import type { WorkspaceExportRow } from '#common/sharing/workspace-exports/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { LoadedListSection } from '../../platform/shell/LoadedListSection.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { ProgressBar } from '../../platform/ui/ProgressBar.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { formatFileSize } from '../../platform/uploads/file-size.ts'
import {
  createWorkspaceExport,
  loadWorkspaceExports,
  stopWorkspaceExport,
  workspaceExportsAtom,
} from './actions.ts'

/** Two sections of the export settings for admins: a new export of everything, and the earlier ones. */
export function WorkspaceExports() {
  const { t } = useTranslation()
  const exports = useAtomValue(workspaceExportsAtom)
  const loaded = useLoadState(loadWorkspaceExports)
  return (
    <>
      <NewWorkspaceExport isRunning={exports.some(isWorkspaceExportRunning)} />
      <LoadedListSection
        title={t('workspaceExports.made')}
        of={loaded}
        rows={exports}
        empty={{ icon: <Archive />, title: t('workspaceExports.emptyTitle'), text: t('exports.emptyText') }}
      >
        {(row) => <WorkspaceExportLine key={row.id} row={row} />}
      </LoadedListSection>
    </>
  )
}

const whole = 'whole'

function NewWorkspaceExport({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  const [chosen, setChosen] = useState<string>(whole)
  const [isSending, setIsSending] = useState(false)
  const errorMessage = useErrorMessage()

  async function make(): Promise<void> {
    setIsSending(true)
    try {
      await createWorkspaceExport(chosen === whole ? null : chosen)
    } catch (error) {
      toast.error(t('exports.notMade'), { text: errorMessage(error) })
    }
    setIsSending(false)
  }

  return (
    <SettingsSection title={t('workspaceExports.title')} text={t('workspaceExports.text')}>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t('workspaceExports.content')} className="min-w-48 flex-1">
          <Select
            value={chosen}
            onChange={setChosen}
            options={[
              { value: whole, label: t('workspaceExports.whole'), icon: <Archive /> },
              ...projects.map(({ id, name, logo_props }) => ({
                value: id,
                label: name,
                icon: <ProjectLogo logo={logo_props} name={name} />,
              })),
            ]}
          />
        </Field>
        <Button icon={<FolderDown />} loading={isSending} disabled={isRunning} onClick={() => void make()}>
          {t('workspaceExports.make')}
        </Button>
      </div>
    </SettingsSection>
  )
}

function WorkspaceExportLine({ row }: { row: WorkspaceExportRow }) {
  const { t, i18n } = useTranslation()
  const project = useAtomValue(tables.projects.allAtom).find(({ id }) => id === row.project_id)
  const [isStopping, setIsStopping] = useState(false)
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) < Date.now()
  const isReady = row.status === 'completed' && !isOver
  const isRunning = isWorkspaceExportRunning(row)

  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0">
      <div className="flex min-w-40 flex-1 flex-col">
        <p className="truncate font-medium" dir="auto">
          {row.project_id === null
            ? t('workspaceExports.whole')
            : (project?.name ?? t('workspaceExports.deletedProject'))}
        </p>
        <p className="text-sm text-soft" aria-live="polite">
          {[
            stateText(row, isOver, t),
            ...(isReady ? [formatFileSize(row.size)] : []),
            timeAgo(row.created_at, i18n.language),
          ].join(' · ')}
        </p>
        {isRunning && (
          <ProgressBar
            label={t(`exports.states.${row.status === 'queued' ? 'queued' : 'processing'}`)}
            part={row.total ? row.done / row.total : 0}
            className="mt-2 w-full"
          />
        )}
        {isReady && row.expires_at !== null && (
          <p className="text-sm text-faint">
            {t('exports.until', {
              day: new Date(row.expires_at).toLocaleDateString(i18n.language, {
                day: 'numeric',
                month: 'long',
              }),
            })}
          </p>
        )}
      </div>
      {isRunning && (
        <Button
          loading={isStopping}
          onClick={() => {
            setIsStopping(true)
            void stopWorkspaceExport(row).finally(() => setIsStopping(false))
          }}
        >
          {t('workspaceExports.stop')}
        </Button>
      )}
      {isReady && (
        <a
          href={`/api/workspaces/${currentSlug()}/workspace-exports/${row.id}/download/`}
          download
          className={buttonClass({ variant: 'line' })}
        >
          <Download aria-hidden />
          {t('exports.download')}
        </a>
      )}
    </li>
  )
}

function stateText(
  { status, problem }: WorkspaceExportRow,
  isOver: boolean,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  if (status === 'stopped') return t('workspaceExports.stopped')
  if (problem === 'no_access') return t('workspaceExports.noAccess')
  return t(`exports.states.${isOver ? 'expired' : status}`)
}
