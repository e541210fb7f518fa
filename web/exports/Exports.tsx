import { useAtomValue } from 'jotai'
import { Download, FileDown } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ExportRow } from '#common/exports/calls.ts'
import { type ExportProvider, exportProviders } from '#common/exports/rules.ts'
import { request, tables } from '../app/sync.ts'
import { fileSize } from '../files/file-size.ts'
import { useTranslation } from '../locales/i18n.ts'
import { joinedProjectsAtom } from '../permissions/projects.ts'
import { LoadError } from '../shell/LoadError.tsx'
import { useLoaded } from '../shell/use-loaded.ts'
import { currentSlug } from '../shell/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { timeAgo } from '../ui/time-ago.ts'
import { toast } from '../ui/toast.ts'
import { SettingsScreen } from '../workspaces/SettingsScreen.tsx'

/** `/{slug}/settings/exports`: files of the work items that one sees; for members. */
export function Exports() {
  return (
    <SettingsScreen forMembers>
      <Whole />
    </SettingsScreen>
  )
}

/** How long until it is looked again whether a file is ready. */
const restMilliseconds = 1500

function Whole() {
  const { t } = useTranslation()
  const [exports, setExports] = useState<ExportRow[]>([])
  const read = useCallback(async () => {
    const query = { per_page: '20', cursor: '20:0:0' }
    setExports((await request('listExports', { params: { slug: currentSlug() }, query })).results)
  }, [])
  const { status, retry } = useLoaded(read)
  const isWaiting = exports.some((one) => one.status === 'queued' || one.status === 'processing')
  useEffect(() => {
    if (!isWaiting) return
    // What cannot be read now is read the next time.
    const timer = setInterval(() => void read().catch(() => {}), restMilliseconds)
    return () => clearInterval(timer)
  }, [isWaiting, read])
  return (
    <>
      <NewExport onMade={(row) => setExports((all) => [row, ...all])} />
      <section className="flex flex-col gap-4" aria-busy={status === 'loading'}>
        <h2 className="border-b border-line pb-2 text-lg font-strong">{t('exports.made')}</h2>
        {status === 'loading' && <Skeleton className="h-24" />}
        {(status === 'error' || status === 'no_access') && <LoadError onRetry={retry} />}
        {status === 'ready' && exports.length === 0 && (
          <EmptyState
            compact
            icon={<FileDown />}
            title={t('exports.emptyTitle')}
            text={t('exports.emptyText')}
          />
        )}
        {exports.length > 0 && (
          <ul className="flex flex-col" aria-label={t('exports.made')}>
            {exports.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function NewExport({ onMade }: { onMade: (row: ExportRow) => void }) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  const [asked] = useSearchParams()
  // The list that one comes from is the one that is meant.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(asked.getAll('project')))
  const [provider, setProvider] = useState<ExportProvider>('csv')
  const [multiple, setMultiple] = useState(false)
  const [withComments, setWithComments] = useState(false)
  const [sending, setSending] = useState(false)
  const isAll = chosen.size === 0

  async function make(): Promise<void> {
    setSending(true)
    try {
      const project = isAll ? projects.map(({ id }) => id) : [...chosen]
      const { message: _, ...row } = await request('exportWorkItems', {
        params: { slug: currentSlug() },
        body: { provider, project, multiple, with_comments: provider === 'csv' && withComments },
      })
      onMade(row)
    } catch {
      toast.error(t('exports.notMade'))
    }
    setSending(false)
  }

  function toggle(id: string, isOn: boolean): void {
    setChosen((now) => new Set(isOn ? [...now, id] : [...now].filter((one) => one !== id)))
  }

  return (
    <section className="flex flex-col gap-4">
      <h2 className="border-b border-line pb-2 text-lg font-strong">{t('exports.title')}</h2>
      <p className="text-pretty text-soft">{t('exports.text')}</p>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium text-soft">{t('exports.projects')}</legend>
        <Checkbox checked={isAll ? true : 'some'} onChange={() => setChosen(new Set())}>
          {t('exports.allProjects')}
        </Checkbox>
        <div className="scroll-quiet flex max-h-56 flex-col gap-2 overflow-y-auto border-l border-line pl-4">
          {projects.map(({ id, name, logo_props }) => (
            <Checkbox key={id} checked={chosen.has(id)} onChange={(isOn) => toggle(id, isOn)}>
              <span className="inline-flex min-w-0 items-center gap-1.5">
                <ProjectLogo logo={logo_props} name={name} />
                <span dir="auto" className="truncate">
                  {name}
                </span>
              </span>
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <div className="self-start">
        <SegmentedControl<ExportProvider>
          label={t('exports.format')}
          value={provider}
          onChange={setProvider}
          options={exportProviders.map((value) => ({ value, label: t(`exports.providers.${value}`) }))}
        />
      </div>
      {provider === 'csv' && (
        <Checkbox checked={withComments} onChange={setWithComments} hint={t('exports.withCommentsHint')}>
          {t('exports.withComments')}
        </Checkbox>
      )}
      <Checkbox checked={multiple} onChange={setMultiple} hint={t('exports.multipleHint')}>
        {t('exports.multiple')}
      </Checkbox>
      <Button
        variant="primary"
        icon={<FileDown />}
        className="self-start"
        loading={sending}
        disabled={projects.length === 0}
        onClick={() => void make()}
      >
        {t('exports.make')}
      </Button>
    </section>
  )
}

function Line({ row }: { row: ExportRow }) {
  const { t, i18n } = useTranslation()
  const all = useAtomValue(tables.projects.allAtom)
  const names = all.filter(({ id }) => row.project_ids.includes(id)).map(({ name }) => name)
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) < Date.now()
  const isReady = row.status === 'completed' && !isOver
  const said = row.status === 'completed' && isOver ? 'expired' : row.status
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" dir="auto">
          {names.length > 2 ? t('exports.projectCount', { count: row.project_ids.length }) : names.join(', ')}
        </p>
        <p className="text-sm text-soft" aria-live="polite">
          {[
            t(`exports.providers.${row.provider}`),
            t(`exports.states.${said}`),
            ...(isReady && row.row_count !== null ? [t('exports.rows', { count: row.row_count })] : []),
            ...(isReady && row.size !== null ? [fileSize(row.size)] : []),
            timeAgo(row.created_at, i18n.language),
          ].join(' · ')}
        </p>
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
      {isReady && (
        <a
          href={`/api/workspaces/${currentSlug()}/export-issues/${row.id}/download/`}
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
