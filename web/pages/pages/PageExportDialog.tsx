import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { maxExportedPages, type PageFormat, pageFormats } from '#common/pages/pages/rules.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { Checkbox } from '../../platform/ui/Checkbox.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { projectIdOfPage } from './actions.ts'
import { pagesAtom } from './atoms.ts'
import { pageExportDialogAtom } from './export-dialog.ts'
import { pagePath } from './paths.ts'
import { type PrintJob, paperSizes, printPages } from './print/print-job.ts'

/** The dialog to export a page. The "Export" entry in page menus opens it. */
export function PageExportDialog() {
  const [id, setId] = useAtom(pageExportDialogAtom)
  const page = useAtomValue(tables.pages.rowAtom(id ?? ''))
  return page ? <ExportDialog key={page.id} page={page} onClose={() => setId(null)} /> : null
}

function ExportDialog({ page, onClose }: { page: PageRow; onClose: () => void }) {
  const { t } = useTranslation()
  const projectId = projectIdOfPage(page)
  const isArchived = page.archived_at !== null
  const below = findDescendantPages(page.id, useAtomValue(pagesAtom(projectId))).filter(
    (one) => (one.archived_at !== null) === isArchived,
  )
  const [format, setFormat] = useState<PageFormat | 'pdf'>('html')
  const [paper, setPaper] = useState<PaperSettings>({ size: 'A4', isLandscape: false })
  const [pictures, setPictures] = useState(true)
  const [subPages, setSubPages] = useState(true)
  const withBelow = subPages && below.length > 0
  const isTooMany = format !== 'pdf' && withBelow && below.length >= maxExportedPages
  const print = () => {
    onClose()
    printPages({
      ids: [page.id, ...(withBelow ? idsInTreeOrder(page.id, below) : [])],
      projectId,
      pictures,
      ...paper,
    })
  }
  const search = new URLSearchParams({
    format,
    ...(pictures && { pictures: 'true' }),
    ...(withBelow && { sub_pages: 'true' }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('pages.exportTitle')}
      description={<bdi>{page.name || t('pages.untitled')}</bdi>}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          {format === 'pdf' ? (
            <Button variant="primary" onClick={print}>
              {t('pages.pdf.make')}
            </Button>
          ) : isTooMany ? (
            <Button variant="primary" disabled>
              {t('pages.exportDownload')}
            </Button>
          ) : (
            <a
              href={`/api/workspaces${pagePath(projectId, page.id)}/export/?${search}`}
              download
              onClick={onClose}
              className={buttonClass({ variant: 'primary' })}
            >
              {t('pages.exportDownload')}
            </a>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <RadioGroup
          label={t('pages.exportFormat')}
          value={format}
          onChange={setFormat}
          options={[...pageFormats, 'pdf' as const].map((value) => ({
            value,
            label: t(`pages.exportFormats.${value}`),
            hint: t(`pages.exportHints.${value}`),
          }))}
        />
        {format === 'pdf' && <PaperFields paper={paper} onChange={setPaper} />}
        <Checkbox checked={pictures} onChange={setPictures}>
          {t('pages.exportPictures')}
        </Checkbox>
        {below.length > 0 && (
          <Checkbox checked={subPages} onChange={setSubPages}>
            {t('pages.exportSubPages', { count: below.length })}
          </Checkbox>
        )}
        {isTooMany && (
          <p role="alert" className="text-danger text-sm">
            {t('pages.exportTooMany', { count: maxExportedPages })}
          </p>
        )}
        {format !== 'pdf' && !isTooMany && (pictures || withBelow) && (
          <p className="text-sm text-faint">{t('pages.exportArchive')}</p>
        )}
      </div>
    </Dialog>
  )
}

type PaperSettings = Pick<PrintJob, 'size' | 'isLandscape'>

/**
 * Fields for paper size and orientation. After the user confirms, the browser shows its own print dialog with
 * a preview.
 */
function PaperFields({
  paper,
  onChange,
}: {
  paper: PaperSettings
  onChange: (paper: PaperSettings) => void
}) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-32">
        <Select
          label={t('pages.pdf.size')}
          value={paper.size}
          onChange={(size) => onChange({ ...paper, size })}
          options={paperSizes.map((value) => ({ value, label: t(`pages.pdf.sizes.${value}`) }))}
        />
      </div>
      <SegmentedControl
        label={t('pages.pdf.direction')}
        value={paper.isLandscape ? 'landscape' : 'portrait'}
        onChange={(value) => onChange({ ...paper, isLandscape: value === 'landscape' })}
        options={[
          { value: 'portrait', label: t('pages.pdf.portrait') },
          { value: 'landscape', label: t('pages.pdf.landscape') },
        ]}
      />
    </div>
  )
}

/** Returns the ids in tree order, parents first. */
function idsInTreeOrder(id: string, below: readonly PageRow[]): string[] {
  return below
    .filter((page) => page.parent === id)
    .toSorted((a, b) => a.sort_order - b.sort_order)
    .flatMap((page) => [page.id, ...idsInTreeOrder(page.id, below)])
}
