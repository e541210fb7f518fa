import { useAtom, useAtomValue } from 'jotai'
import { BookOpen, ChevronDown, CornerLeftUp, FileText, History, X } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { isImportRunning } from '#common/pages/page-imports/rules.ts'
import type { PageImportRow } from '#common/pages/page-imports/schema.ts'
import { pageIdsFromRoot } from '#common/pages/pages/tree.ts'
import { FileDropArea } from '../../../documents/files/FileDropArea.tsx'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { projectsForNewItemsAtom } from '../../../platform/person/roles.ts'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { Field } from '../../../platform/ui/Field.tsx'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { ProgressBar } from '../../../platform/ui/ProgressBar.tsx'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import { SegmentedControl } from '../../../platform/ui/SegmentedControl.tsx'
import { Select } from '../../../platform/ui/Select.tsx'
import { timeAgo } from '../../../platform/ui/time-ago.ts'
import { formatFileSize } from '../../../platform/uploads/file-size.ts'
import { canCreateWorkspacePagesAtom, pageRightsAtom, pagesAtom } from '../atoms.ts'
import { useLoadPages } from '../load.ts'
import { flattenPageTree } from '../tree.ts'
import { importFileExtensions, loadPageImports, startPageImport } from './actions.ts'
import { ImportProgress, ImportReport } from './ImportReport.tsx'
import { type PageImportDialog, pageImportDialogAtom } from './import-dialog.ts'

/** The dialog to import pages. The "Import" button on the screen of pages opens it. */
export function ImportPages() {
  const [importing, setImporting] = useAtom(pageImportDialogAtom)
  const row = useAtomValue(tables.page_imports.rowAtom(importing?.importId ?? ''))
  if (importing === null) return null
  const close = () => setImporting(null)
  if (row === undefined) return <ChooseFiles importing={importing} onChange={setImporting} onClose={close} />
  const again = () => setImporting({ ...importing, importId: null, files: [] })
  return isImportRunning(row) ? (
    <ImportProgress row={row} onClose={close} />
  ) : (
    <ImportReport key={row.id} row={row} onAgain={again} onClose={close} />
  )
}

interface ChooseFilesProps {
  importing: PageImportDialog
  onChange: (importing: PageImportDialog) => void
  onClose: () => void
}

function ChooseFiles({ importing, onChange, onClose }: ChooseFilesProps) {
  const { t } = useTranslation()
  const { files } = importing
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)

  async function begin(): Promise<void> {
    stop.current = new AbortController()
    setProblem(null)
    setSent(0)
    try {
      const { signal } = stop.current
      const { id } = await startPageImport(files, importing, { signal, onProgress: setSent })
      onChange({ ...importing, importId: id })
    } catch (error) {
      if (!(error instanceof RequestError)) return
      setProblem(wordsFor(error))
    } finally {
      setSent(null)
    }
  }

  const wordsFor = ({ code }: RequestError) => {
    const known = ['too_large', 'rate_limited', 'offline', 'forbidden', 'not_found'] as const
    const found = known.find((one) => one === code)
    return t(`pages.imports.refused.${found ?? 'other'}`)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return
        stop.current?.abort()
        onClose()
      }}
      size="md"
      title={t('pages.imports.title')}
      description={t('pages.imports.text')}
      footer={
        <>
          <Button
            onClick={() => {
              stop.current?.abort()
              onClose()
            }}
          >
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={files.length === 0}
            loading={sent !== null}
            onClick={() => void begin()}
          >
            {t('pages.imports.begin')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FileList files={files} onChange={(next) => onChange({ ...importing, files: next })} />
        {sent !== null && <ProgressBar label={t('pages.imports.sending')} part={sent} className="w-full" />}
        {problem !== null && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <TargetFields importing={importing} onChange={onChange} />
        <EarlierImports
          projectId={importing.projectId}
          onOpen={(row) => onChange({ ...importing, importId: row.id })}
        />
      </div>
    </Dialog>
  )
}

interface FilesProps {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}

function FileList({ files, onChange }: FilesProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <FileDropArea
        multiple
        accept={importFileExtensions}
        chooseLabel={t('pages.imports.choose')}
        dropHint={t('pages.imports.drop')}
        hint={t('pages.imports.kinds')}
        onFiles={(more) => onChange([...files, ...more])}
      />
      {files.length > 0 && (
        <ul className="flex flex-col" aria-label={t('pages.imports.chosen')}>
          {files.map((file, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two files can have the same name
              key={at}
              className="flex h-8 items-center gap-2"
            >
              <FileText aria-hidden className="shrink-0 text-icon-faint" />
              <bdi className="min-w-0 flex-1 truncate">{file.name}</bdi>
              <span className="shrink-0 text-sm text-faint tabular">{formatFileSize(file.size)}</span>
              <IconButton
                size="sm"
                label={t('pages.imports.remove', { name: file.name })}
                icon={<X />}
                onClick={() => onChange(files.filter((_, index) => index !== at))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * The value of the option for the workspace itself in the project select. It is not a UUID, so it differs from all
 * project ids.
 */
const workspaceItself = 'workspace'

/** Fields for the target: project or workspace, parent page and access. */
function TargetFields({ importing, onChange }: Omit<ChooseFilesProps, 'onClose'>) {
  const { t } = useTranslation()
  const { projectId, access } = importing
  const projects = useAtomValue(projectsForNewItemsAtom).filter((project) => project.page_view)
  const isInWorkspace = useAtomValue(canCreateWorkspacePagesAtom)
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label={t('pages.imports.project')}>
          <Select
            label={t('pages.imports.project')}
            value={projectId ?? workspaceItself}
            onChange={(value) =>
              onChange({ ...importing, projectId: value === workspaceItself ? null : value, parent: null })
            }
            options={[
              ...(isInWorkspace
                ? [{ value: workspaceItself, label: t('pages.ofWorkspace'), icon: <BookOpen /> }]
                : []),
              ...projects.map((project) => ({
                value: project.id,
                label: project.name,
                icon: <ProjectLogo logo={project.logo_props} name={project.name} />,
              })),
            ]}
          />
        </Field>
        <Field label={t('pages.imports.below')}>
          <ParentPicker importing={importing} onChange={onChange} />
        </Field>
      </div>
      <div className="flex">
        <SegmentedControl
          label={t('pages.imports.access')}
          value={String(access)}
          onChange={(value) => onChange({ ...importing, access: value === '1' ? 1 : 0 })}
          options={[
            { value: '0', label: t('pages.tabs.public') },
            { value: '1', label: t('pages.tabs.private') },
          ]}
        />
      </div>
      <p className="text-sm text-faint">
        {access === 1
          ? t('pages.imports.privateHint')
          : t(projectId === null ? 'pages.imports.workspaceHint' : 'pages.imports.publicHint')}
      </p>
    </div>
  )
}

function ParentPicker({ importing, onChange }: Omit<ChooseFilesProps, 'onClose'>) {
  const { t } = useTranslation()
  const { projectId, parent, access } = importing
  useLoadPages(projectId)
  const all = useAtomValue(pagesAtom(projectId)).filter((page) => page.archived_at === null)
  const rows = new Map(all.map((page) => [page.id, page]))
  const nameOf = (id: string) => rows.get(id)?.name || t('pages.untitled')
  const pages = flattenPageTree(all, { order: 'sort_order', folded: [] })
    .map((line) => line.page)
    .filter((page) => access === 1 || page.access === 0)
  const isGone = parent !== null && !pages.some((page) => page.id === parent)
  const rights = useAtomValue(pageRightsAtom(parent ?? ''))
  return (
    <Picker
      isWide
      label={t('pages.imports.below')}
      placeholder={t('pages.search')}
      emptyText={t('pages.nothingToGoBelow')}
      noneLabel={t('pages.imports.top')}
      noneIcon={<CornerLeftUp />}
      value={isGone ? null : parent}
      onChange={(value) => onChange({ ...importing, parent: value })}
      options={pages.map((page) => ({
        value: page.id,
        label: nameOf(page.id),
        icon: <ProjectLogo logo={page.logo_props} name={page.name} fallback={<FileText />} />,
        hint: pageIdsFromRoot(page.id, rows).slice(0, -1).map(nameOf).join(' / '),
      }))}
      trigger={
        <Button className="w-full justify-start font-normal">
          <span className="min-w-0 flex-1 truncate text-ui-start" dir="auto">
            {parent === null || isGone || !rights.edit ? t('pages.imports.top') : nameOf(parent)}
          </span>
          <ChevronDown aria-hidden className="text-icon-faint" />
        </Button>
      }
    />
  )
}

/** Lists earlier imports whose reports are still available. */
function EarlierImports({
  projectId,
  onOpen,
}: {
  projectId: string | null
  onOpen: (row: PageImportRow) => void
}) {
  const { t, i18n } = useTranslation()
  useLoadState(useCallback(() => loadPageImports(projectId), [projectId]))
  const rows = useAtomValue(tables.page_imports.allAtom)
    .filter((row) => row.project_id === projectId)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, mostShown)
  if (rows.length === 0) return null
  return (
    <section className="flex flex-col gap-1 border-t border-line pt-3">
      <h3 className="text-sm font-medium text-soft">{t('pages.imports.earlier')}</h3>
      <ul className="flex flex-col">
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className="touch-target flex w-full items-center gap-2 rounded-sm px-1.5 py-1 text-ui-start hover:bg-hover"
              onClick={() => onOpen(row)}
            >
              <History aria-hidden className="shrink-0 text-icon-faint" />
              <bdi className="min-w-0 flex-1 truncate">{row.name}</bdi>
              <span className="shrink-0 text-sm text-faint tabular">
                {t('pages.imports.pages', { count: row.done })} · {timeAgo(row.created_at, i18n.language)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const mostShown = 5
