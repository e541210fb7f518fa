import { atom, useAtomValue } from 'jotai'
import { Download, FileDown } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { type ExportProvider, exportProviders, offersExportComments } from '#common/sharing/exports/rules.ts'
import type { ExportRow } from '#common/sharing/exports/schema.ts'
import { listNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { WorkspaceSettingsScreen } from '../../organization/workspaces/WorkspaceSettingsScreen.tsx'
import { applyRows, replaceRows, requestWithVersion, tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'
import { LoadedListSection } from '../../platform/shell/LoadedListSection.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { Checkbox } from '../../platform/ui/Checkbox.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { formatFileSize } from '../../platform/uploads/file-size.ts'
import { FilterBar } from '../../work/listing/filters/FilterBar.tsx'
import { parseFiltersFromUrl } from '../../work/listing/filters.ts'
import { hasNoFilters } from '../../work/listing/rich-filters.ts'
import { useFilterScope } from '../../work/listing/use-filter-scope.ts'
import { WorkspaceExports } from '../workspace-exports/WorkspaceExports.tsx'

/** Screen `/{slug}/settings/exports` with the user's exports, for members. */
export function Exports() {
  return (
    <WorkspaceSettingsScreen forMembers>
      <Whole />
    </WorkspaceSettingsScreen>
  )
}

const exportsAtom = atom((get) =>
  get(tables.exports.allAtom).toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
)

/** Loads up to 100 exports without further pages. Exports expire after a week, so there are rarely more. */
async function loadExports(): Promise<void> {
  const slug = currentSlug()
  const query = { per_page: '100', cursor: '100:0:0' }
  const { answer, version } = await requestWithVersion('listExports', { params: { slug }, query })
  if (currentSlug() === slug) replaceRows('exports', answer.results, version)
}

function Whole() {
  const { t } = useTranslation()
  const exports = useAtomValue(exportsAtom)
  const loaded = useLoadState(loadExports)
  const isAdmin = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.admin)
  return (
    <>
      <NewExport />
      <LoadedListSection
        title={t('exports.made')}
        of={loaded}
        rows={exports}
        empty={{ icon: <FileDown />, title: t('exports.emptyTitle'), text: t('exports.emptyText') }}
      >
        {(row) => <Line key={row.id} row={row} />}
      </LoadedListSection>
      {isAdmin && <WorkspaceExports />}
    </>
  )
}

function NewExport() {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  const [searchParams] = useSearchParams()
  // The URL contains the project of the list from which the user came, so that it is preselected.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(searchParams.getAll('project')))
  const [provider, setProvider] = useState<ExportProvider>('csv')
  const [multiple, setMultiple] = useState(false)
  const [withComments, setWithComments] = useState(false)
  const [sending, setSending] = useState(false)
  const zone = useAtomValue(meAtom)?.user_timezone ?? 'UTC'
  const [filters, setFilters] = useState(() => parseFiltersFromUrl(searchParams.get('filters') ?? '{}'))
  const isAll = chosen.size === 0
  const [only] = chosen
  const scope = useFilterScope(chosen.size === 1 ? only : undefined)

  async function make(): Promise<void> {
    setSending(true)
    try {
      const project = isAll ? projects.map(({ id }) => id) : [...chosen]
      const { answer, version } = await requestWithVersion('exportWorkItems', {
        params: { slug: currentSlug() },
        body: {
          ...{ provider, project, multiple, with_comments: offersExportComments(provider) && withComments },
          rich_filters: filters,
        },
      })
      const { message: _, ...row } = answer
      applyRows('exports', [row], version)
    } catch {
      toast.error(t('exports.notMade'))
    }
    setSending(false)
  }

  function toggle(id: string, isOn: boolean): void {
    setChosen((now) => new Set(isOn ? [...now, id] : [...now].filter((one) => one !== id)))
  }

  return (
    <SettingsSection title={t('exports.title')} text={t('exports.text')}>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium text-soft">{t('exports.projects')}</legend>
        <Checkbox checked={isAll ? true : 'some'} onChange={() => setChosen(new Set())}>
          {t('exports.allProjects')}
        </Checkbox>
        <div className="scroll-quiet flex max-h-56 flex-col gap-2 overflow-y-auto border-s border-line ps-4">
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
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium text-soft">{t('exports.filters')}</legend>
        <div className="flex flex-wrap items-center gap-1.5">
          <FilterBar scope={scope} filters={filters} onChange={setFilters} canClear />
        </div>
      </fieldset>
      <div className="flex flex-col items-start gap-1.5">
        <span aria-hidden className="text-sm font-medium text-soft">
          {t('exports.format')}
        </span>
        <SegmentedControl<ExportProvider>
          label={t('exports.format')}
          value={provider}
          onChange={setProvider}
          options={exportProviders.map((value) => ({ value, label: t(`exports.providers.${value}`) }))}
        />
        <p className="text-pretty text-sm text-faint">{t(`exports.zones.${provider}`, { zone })}</p>
      </div>
      {offersExportComments(provider) && (
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
    </SettingsSection>
  )
}

/** Shows one export: its projects, format and state, and the download link while the export is available. */
function Line({ row }: { row: ExportRow }) {
  const { t, i18n } = useTranslation()
  const all = useAtomValue(tables.projects.allAtom)
  const names = all.filter(({ id }) => row.project_ids.includes(id)).map(({ name }) => name)
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) < Date.now()
  const isReady = row.status === 'completed' && !isOver
  const state = row.status === 'completed' && isOver ? 'expired' : row.status
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" dir="auto">
          {names.length > 2 ? t('exports.projectCount', { count: row.project_ids.length }) : listNames(names)}
        </p>
        <p className="text-sm text-soft" aria-live="polite">
          {[
            t(`exports.providers.${row.provider}`),
            t(`exports.states.${state}`),
            ...(hasNoFilters(row.rich_filters) ? [] : [t('exports.filtered')]),
            ...(isReady && row.row_count !== null ? [t('exports.rows', { count: row.row_count })] : []),
            ...(isReady && row.size !== null ? [formatFileSize(row.size)] : []),
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
