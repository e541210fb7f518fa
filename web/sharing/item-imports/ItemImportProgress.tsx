import { useState } from 'react'
import type { ItemImportRow } from '#common/sharing/item-imports/schema.ts'
import { formatNumber } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ProgressBar } from '../../platform/ui/ProgressBar.tsx'
import { stopItemImport } from './actions.ts'

/** Shows how many rows are finished, with a button that stops the import. */
export function ItemImportProgress({ row }: { row: ItemImportRow }) {
  const { t } = useTranslation()
  const [isStopping, setIsStopping] = useState(false)
  const isUndoing = row.status === 'undoing'
  const isCopying = row.files_total > 0 && row.done === row.total
  const [done, total] = isCopying ? [row.files_done, row.files_total] : [row.done, row.total]
  const part = total ? done / total : 0
  return (
    <div className="flex flex-col gap-3">
      <ProgressBar
        label={t(`itemImports.states.${row.status}`)}
        part={isUndoing ? 1 - part : part}
        className="w-full"
      />
      <p className="tabular text-soft" aria-live="polite">
        {isUndoing || total === null
          ? t(`itemImports.states.${row.status}`)
          : t(isCopying ? 'itemImports.filesProgress' : 'itemImports.progress', {
              done: formatNumber(done),
              number: formatNumber(total),
            })}
      </p>
      <p className="text-pretty text-sm text-faint">{t('itemImports.background')}</p>
      {!isUndoing && (
        <Button
          className="self-start"
          loading={isStopping}
          onClick={() => {
            setIsStopping(true)
            void stopItemImport(row).finally(() => setIsStopping(false))
          }}
        >
          {t('pages.imports.stop')}
        </Button>
      )}
    </div>
  )
}
