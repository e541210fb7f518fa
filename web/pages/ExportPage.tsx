import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { type PageFormat, pageFormats } from '#common/pages/rules.ts'
import type { PageRow } from '#common/pages/schema.ts'
import { belowIn } from '#common/pages/tree.ts'
import { tables } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import { currentSlug } from '../shell/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { pagesAtom } from './atoms.ts'
import { pageExportAtom } from './export.ts'

/** The dialog behind "Export" in the menus of pages. */
export function ExportPage() {
  const [id, setId] = useAtom(pageExportAtom)
  const page = useAtomValue(tables.pages.rowAtom(id ?? ''))
  return page ? <OfPage key={page.id} page={page} onClose={() => setId(null)} /> : null
}

function OfPage({ page, onClose }: { page: PageRow; onClose: () => void }) {
  const { t } = useTranslation()
  const projectId = page.project_ids[0] ?? ''
  const isArchived = page.archived_at !== null
  const below = belowIn(page.id, useAtomValue(pagesAtom(projectId))).filter(
    (one) => (one.archived_at !== null) === isArchived,
  )
  const [format, setFormat] = useState<PageFormat>('html')
  const [pictures, setPictures] = useState(true)
  const [subPages, setSubPages] = useState(true)
  const withBelow = subPages && below.length > 0
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
          <a
            href={`/api/workspaces/${currentSlug()}/projects/${projectId}/pages/${page.id}/export/?${search}`}
            download
            onClick={onClose}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('pages.exportDownload')}
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <RadioGroup
          label={t('pages.exportFormat')}
          value={format}
          onChange={setFormat}
          options={pageFormats.map((value) => ({
            value,
            label: t(`pages.exportFormats.${value}`),
            hint: t(`pages.exportHints.${value}`),
          }))}
        />
        <Checkbox checked={pictures} onChange={setPictures}>
          {t('pages.exportPictures')}
        </Checkbox>
        {below.length > 0 && (
          <Checkbox checked={subPages} onChange={setSubPages}>
            {t('pages.exportSubPages', { count: below.length })}
          </Checkbox>
        )}
        {(pictures || withBelow) && <p className="text-sm text-faint">{t('pages.exportArchive')}</p>}
      </div>
    </Dialog>
  )
}
