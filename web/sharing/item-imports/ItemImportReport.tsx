import { useAtomValue } from 'jotai'
import { CircleCheck, CircleSlash, CircleX, Download, Undo2 } from 'lucide-react'
import { type ReactElement, useCallback, useState } from 'react'
import { Link } from 'react-router'
import { canUndoItemImport } from '#common/sharing/item-imports/rules.ts'
import type {
  ItemImportDetail,
  ItemImportResult,
  ItemImportRow,
} from '#common/sharing/item-imports/schema.ts'
import { formatNumber } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { toast } from '../../platform/ui/toast.ts'
import { loadItemImport, reportAddress, undoItemImport } from './actions.ts'
import { importNoteText } from './note-text.ts'

/** Shows what an import did, with its report as a file and the button that undoes it. */
export function ItemImportReport({ row }: { row: ItemImportRow }) {
  const { t } = useTranslation()
  const [detail, setDetail] = useState<ItemImportDetail | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { id, project_id } = row
  const loaded = useLoadState(
    useCallback(async () => setDetail(await loadItemImport({ id, project_id })), [id, project_id]),
  )
  const undo = () =>
    undoItemImport(row).catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      toast.error(error.message)
    })
  return (
    <>
      <ItemImportSummary row={row} />
      <div className="flex flex-wrap gap-2">
        {row.status !== 'undone' && row.created + row.updated > 0 && <ProjectLink projectId={project_id} />}
        {row.done + row.dropped > 0 && (
          <a href={reportAddress(row)} download className={buttonClass({ variant: 'line' })}>
            <Download aria-hidden />
            {t('itemImports.download')}
          </a>
        )}
        {canUndoItemImport(row) && (
          <Button onClick={() => setIsAsking(true)}>{t('pages.imports.undo')}</Button>
        )}
      </div>
      <LoadedContent of={loaded}>{detail !== null && <ResultList detail={detail} />}</LoadedContent>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('itemImports.undoTitle')}
        text={t('itemImports.undoText')}
        confirmLabel={t('pages.imports.undo')}
        danger
        onConfirm={undo}
      />
    </>
  )
}

function ProjectLink({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  return (
    <Link
      to={`/${currentSlug()}/projects/${projectId}/issues`}
      className={buttonClass({ variant: 'primary' })}
    >
      {t('itemImports.showProject', { name: project?.name ?? '' })}
    </Link>
  )
}

const countNames = {
  created: 'itemImports.created',
  updated: 'itemImports.updated',
  unchanged: 'itemImports.unchanged',
  dropped: 'itemImports.dropped',
  files_copied: 'itemImports.filesCopied',
} as const

const stateIcons: Partial<Record<ItemImportRow['status'], ReactElement>> = {
  completed: <CircleCheck aria-hidden className="size-4 text-ok" />,
  stopped: <CircleSlash aria-hidden className="size-4 text-icon-faint" />,
  failed: <CircleX aria-hidden className="size-4 text-danger" />,
  undone: <Undo2 aria-hidden className="size-4 text-icon-faint" />,
}

function ItemImportSummary({ row }: { row: ItemImportRow }) {
  const { t } = useTranslation()
  const counts = (['created', 'updated', 'unchanged', 'dropped', 'files_copied'] as const).filter(
    (name) => row[name] > 0,
  )
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-center gap-2 font-strong">
        {stateIcons[row.status]}
        {t(`itemImports.states.${row.status}`)}
      </p>
      {counts.length > 0 && (
        <p className="text-soft tabular">
          {counts.map((name) => t(countNames[name], { number: formatNumber(row[name]) })).join(' · ')}
        </p>
      )}
      {row.problem !== null && (
        <p role="alert" className="text-danger">
          {t(`itemImports.problems.${row.problem}`)}
        </p>
      )}
    </div>
  )
}

function ResultList({ detail }: { detail: ItemImportDetail }) {
  const { t } = useTranslation()
  if (detail.results.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-strong">{t('itemImports.attention')}</h3>
      <ul className="flex flex-col">
        {detail.results.map((result) => (
          <ResultLine key={result.row} projectId={detail.project_id} result={result} />
        ))}
      </ul>
      {detail.noted > detail.results.length && (
        <p className="text-sm text-faint">
          {t('itemImports.moreInFile', { number: formatNumber(detail.noted) })}
        </p>
      )}
    </section>
  )
}

function ResultLine({ projectId, result }: { projectId: string; result: ItemImportResult }) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-col gap-0.5 border-b border-line py-1.5 text-sm last:border-0">
      <span className="min-w-0 break-words">
        <span className="text-faint tabular">
          {t('itemImports.row', { number: formatNumber(result.row) })}
        </span>{' '}
        {result.item_id === null ? (
          <bdi>{result.title || result.external_id}</bdi>
        ) : (
          <Link
            to={`/${currentSlug()}/projects/${projectId}/issues/${result.item_id}`}
            className="font-medium hover:underline"
          >
            <bdi>{result.title || result.external_id}</bdi>
          </Link>
        )}
      </span>
      {result.notes.map((note, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the notes of a report never change
          key={at}
          className="text-soft break-words"
        >
          {importNoteText(note, t)}
        </span>
      ))}
    </li>
  )
}
