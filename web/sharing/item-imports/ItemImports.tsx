import { useAtomValue } from 'jotai'
import { FileUp, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isItemImportRunning } from '#common/sharing/item-imports/rules.ts'
import type { ItemImportRow } from '#common/sharing/item-imports/schema.ts'
import { FileDropArea } from '../../documents/files/FileDropArea.tsx'
import { formatNumber } from '../../locales/formats.ts'
import { type t as translate, useTranslation } from '../../locales/i18n.ts'
import { openCreateProject } from '../../organization/projects/create.ts'
import { WorkspaceSettingsScreen } from '../../organization/workspaces/WorkspaceSettingsScreen.tsx'
import { tables } from '../../platform/app/sync.ts'
import { LoadedListSection } from '../../platform/shell/LoadedListSection.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { ProgressBar } from '../../platform/ui/ProgressBar.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import {
  importableProjectsAtom,
  itemFileExtensions,
  itemImportsAtom,
  loadItemImports,
  uploadItemFile,
} from './actions.ts'
import { importFormatName } from './format-names.ts'

/** Screen `/{slug}/settings/imports` with a new import and the user's earlier imports. */
export function ItemImports() {
  return (
    <WorkspaceSettingsScreen forMembers>
      <NewItemImport />
      <EarlierItemImports />
    </WorkspaceSettingsScreen>
  )
}

function NewItemImport() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const projects = useAtomValue(importableProjectsAtom)
  const [chosen, setChosen] = useState(query.get('project'))
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  const project = projects.find(({ id }) => id === chosen) ?? projects[0]

  async function upload(file: File | undefined): Promise<void> {
    if (file === undefined || project === undefined) return
    stop.current = new AbortController()
    setProblem(null)
    setSent(0)
    try {
      const { signal } = stop.current
      const { id } = await uploadItemFile(project.id, file, { signal, onProgress: setSent })
      void navigate(`/${currentSlug()}/settings/imports/${id}`)
    } catch (error) {
      if (error instanceof RequestError) setProblem(refusalText(error, t))
    } finally {
      setSent(null)
    }
  }

  return (
    <SettingsSection title={t('itemImports.open')} text={t('itemImports.text')}>
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label={t('pages.imports.project')}
          className="min-w-48 flex-1"
          hint={projects.length === 0 ? t('itemImports.noProjects') : undefined}
        >
          <Select
            value={project?.id ?? null}
            onChange={setChosen}
            disabled={projects.length === 0}
            options={projects.map(({ id, name, logo_props }) => ({
              value: id,
              label: name,
              icon: <ProjectLogo logo={logo_props} name={name} />,
            }))}
          />
        </Field>
        <Button icon={<Plus />} onClick={openCreateProject}>
          {t('projects.new')}
        </Button>
      </div>
      {project !== undefined && (
        <FileDropArea
          accept={itemFileExtensions}
          chooseLabel={t('itemImports.choose')}
          dropHint={t('itemImports.drop')}
          hint={t('itemImports.kinds')}
          onFiles={([file]) => void upload(file)}
        />
      )}
      {sent !== null && (
        <div className="flex items-center gap-3">
          <ProgressBar label={t('itemImports.sending')} part={sent} className="flex-1" />
          <Button size="sm" onClick={() => stop.current?.abort()}>
            {t('ui.cancel')}
          </Button>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </SettingsSection>
  )
}

function refusalText({ code }: RequestError, t: typeof translate): string {
  if (code === 'too_large') return t('itemImports.tooLarge')
  if (code === 'forbidden') return t('itemImports.noProjects')
  const known = (['rate_limited', 'offline'] as const).find((one) => one === code)
  return t(`pages.imports.refused.${known ?? 'other'}`)
}

function EarlierItemImports() {
  const { t } = useTranslation()
  const loaded = useLoadState(loadItemImports)
  const rows = useAtomValue(itemImportsAtom)
  return (
    <LoadedListSection
      title={t('pages.imports.earlier')}
      of={loaded}
      rows={rows}
      empty={{ icon: <FileUp />, title: t('itemImports.emptyTitle'), text: t('itemImports.emptyText') }}
    >
      {(row) => <ItemImportLine key={row.id} row={row} />}
    </LoadedListSection>
  )
}

function ItemImportLine({ row }: { row: ItemImportRow }) {
  const { t, i18n } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  const isRunning = isItemImportRunning(row)
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1">
        <Link
          to={`/${currentSlug()}/settings/imports/${row.id}`}
          className="block truncate font-medium hover:underline"
        >
          <bdi>{row.name}</bdi>
        </Link>
        <p className="text-sm text-soft" aria-live="polite">
          {[
            project?.name ?? '',
            ...(row.format === null ? [] : [importFormatName(row.format, t)]),
            t(`itemImports.states.${row.status}`),
            ...(row.created > 0 ? [t('itemImports.created', { number: formatNumber(row.created) })] : []),
            timeAgo(row.created_at, i18n.language),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {isRunning && (
        <ProgressBar
          label={t(`itemImports.states.${row.status}`)}
          part={row.total ? row.done / row.total : 0}
          className="w-24 shrink-0"
        />
      )}
    </li>
  )
}
