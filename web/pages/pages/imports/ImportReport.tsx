import { FileText } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { ImportNoteKind } from '#common/pages/page-imports/rules.ts'
import type { PageImportDetail, PageImportNote, PageImportRow } from '#common/pages/page-imports/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { LoadedContent } from '../../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { ProgressBar } from '../../../platform/ui/ProgressBar.tsx'
import { pagePath } from '../paths.ts'
import { loadImportReport, stopRunningPageImport, trashImportedPages } from './actions.ts'

interface ImportProps {
  row: PageImportRow
  onClose: () => void
}

/**
 * Shows the progress of a running import, which the change feed delivers. The import continues when the dialog
 * is closed.
 */
export function ImportProgress({ row, onClose }: ImportProps) {
  const { t } = useTranslation()
  const { done, total } = row
  const words =
    total === null ? t('pages.imports.reading') : t('pages.imports.progress', { done, count: total })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={t('pages.imports.going')}
      description={<bdi>{row.name}</bdi>}
      footer={
        <>
          <Button onClick={() => void stopRunningPageImport(row)}>{t('pages.imports.stop')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('pages.imports.background')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 py-2">
        <ProgressBar label={words} part={total ? done / total : 0} className="w-full" />
        <p className="text-soft tabular" aria-live="polite">
          {words}
        </p>
      </div>
    </Dialog>
  )
}

/** Report of a finished import: created pages, skipped files and the reasons. */
export function ImportReport({ row, onClose, onAgain }: ImportProps & { onAgain: () => void }) {
  const { t } = useTranslation()
  const [detail, setDetail] = useState<PageImportDetail | null>(null)
  const { id, project_id } = row
  const loaded = useLoadState(
    useCallback(async () => setDetail(await loadImportReport({ id, project_id })), [id, project_id]),
  )
  const canUndo = row.done > 0 && row.undone_at === null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('pages.imports.report')}
      description={<bdi>{row.name}</bdi>}
      footer={
        <>
          {canUndo && (
            <Button
              onClick={() => {
                void trashImportedPages(row)
                onClose()
              }}
            >
              {t('pages.imports.undo')}
            </Button>
          )}
          <Button onClick={onAgain}>{t('pages.imports.again')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Summary row={row} />
        {detail === null ? <LoadedContent of={loaded} /> : <Notes detail={detail} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

function Summary({ row }: { row: PageImportRow }) {
  const { t } = useTranslation()
  const { status, problem, done, total, left_out, undone_at } = row
  const parts = [
    t('pages.imports.made', { count: done }),
    ...(left_out > 0 ? [t('pages.imports.leftOut', { count: left_out })] : []),
  ]
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium tabular">{parts.join(' · ')}</p>
      {status === 'stopped' && (
        <p className="text-soft">{t('pages.imports.stopped', { done, count: total ?? done })}</p>
      )}
      {problem !== null && (
        <p role="alert" className="text-danger">
          {t(`pages.imports.problems.${problem}`)}
        </p>
      )}
      {undone_at !== null && <p className="text-soft">{t('pages.imports.isUndone')}</p>}
    </div>
  )
}

function Notes({ detail, onClose }: { detail: PageImportDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const of = (kind: ImportNoteKind) => detail.notes.filter((note) => note.kind === kind)
  const pageNames = new Map(of('page').map((note) => [note.page_id, note.text]))
  const linked = (note: PageImportNote, words: string): ReactNode =>
    note.page_id === null || detail.undone_at !== null ? (
      <bdi>{words}</bdi>
    ) : (
      <Link
        to={pagePath(detail.project_id, note.page_id)}
        onClick={onClose}
        className="text-accent-text hover:underline"
      >
        <bdi>{words || t('pages.untitled')}</bdi>
      </Link>
    )
  const inPage = (note: PageImportNote) => linked(note, pageNames.get(note.page_id) ?? note.file)
  return (
    <>
      <Part title={t('pages.imports.parts.left_out')} notes={of('left_out')}>
        {(note) => (
          <>
            <bdi className="min-w-0 break-words">{note.file}</bdi>
            <span className="text-faint">{t(`pages.imports.reasons.${note.reason ?? 'type'}`)}</span>
          </>
        )}
      </Part>
      <Part title={t('pages.imports.parts.cut')} notes={of('cut')}>
        {(note) => (
          <>
            <span className="min-w-0 break-words">{inPage(note)}</span>
            <span className="text-faint">
              {t(`pages.imports.reasons.${note.reason ?? 'rows'}`, { number: note.text })}
            </span>
          </>
        )}
      </Part>
      <Part title={t('pages.imports.parts.dead_link')} notes={of('dead_link')}>
        {(note) => (
          <>
            <bdi className="min-w-0 break-all">{note.text}</bdi>
            <span className="text-faint">{inPage(note)}</span>
          </>
        )}
      </Part>
      <Part title={t('pages.imports.parts.lost_picture')} notes={of('lost_picture')}>
        {(note) => (
          <>
            <bdi className="min-w-0 break-all">{note.text}</bdi>
            <span className="text-faint">
              {inPage(note)}
              {note.reason && ` · ${t(`pages.imports.reasons.${note.reason}`)}`}
            </span>
          </>
        )}
      </Part>
      <Part title={t('pages.imports.parts.lifted')} notes={of('lifted')}>
        {(note) => linked(note, note.text)}
      </Part>
      <Part title={t('pages.imports.parts.page')} notes={of('page')}>
        {(note) => (
          <>
            <span className="flex min-w-0 items-center gap-2">
              <FileText aria-hidden className="shrink-0 text-icon-faint" />
              {linked(note, note.text)}
            </span>
            <bdi className="text-faint break-words">{note.file}</bdi>
          </>
        )}
      </Part>
    </>
  )
}

interface PartProps {
  title: string
  notes: readonly PageImportNote[]
  children: (note: PageImportNote) => ReactNode
}

function Part({ title, notes, children }: PartProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  if (notes.length === 0) return null
  const shown = isWhole ? notes : notes.slice(0, mostShown)
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-sm font-medium text-soft">{title}</h3>
      <ul className="flex flex-col">
        {shown.map((note, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a report never change
            key={at}
            className="flex flex-col gap-x-3 border-b border-line py-1.5 text-sm last:border-0 sm:flex-row sm:justify-between"
          >
            {children(note)}
          </li>
        ))}
      </ul>
      {shown.length < notes.length && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setWhole(true)}>
          {t('pages.imports.more', { count: notes.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

const mostShown = 20
