import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type {
  ItemImportPreview,
  ItemImportRow,
  ItemImportSettings,
} from '#common/sharing/item-imports/schema.ts'
import { formatNumber } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Spinner } from '../../platform/ui/Spinner.tsx'
import { previewItemFile, startItemImport, stopItemImport } from './actions.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { ImportChoices } from './ImportChoices.tsx'
import { ItemPreview } from './ItemPreview.tsx'
import { ValueMapping } from './ValueMapping.tsx'

/** The settings of an import with a preview. Each change of a setting updates the preview. */
export function ItemImportSetup({ row }: { row: ItemImportRow }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [settings, setSettings] = useState<ItemImportSettings>({})
  const { preview, problem, isLoading } = usePreview(row, settings)
  const [isStarting, setIsStarting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const change = (patch: ItemImportSettings) => setSettings((now) => ({ ...now, ...patch }))

  async function start(): Promise<void> {
    setIsStarting(true)
    setRefusal(null)
    try {
      await startItemImport(row, settings)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setRefusal(error.message)
    } finally {
      setIsStarting(false)
    }
  }

  const canStart =
    preview !== null && problem === null && !preview.asks_date_order && preview.totals.items > 0
  return (
    // The margin prevents the fixed buttons at the bottom from covering the element with the focus.
    <div className="flex flex-col gap-6 [&_button]:scroll-mb-20" aria-busy={isLoading}>
      <ImportChoices settings={settings} preview={preview} onChange={change} />
      {problem !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
          {problem}
          <Button size="sm" onClick={() => change({})}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
      {preview === null && problem === null && <Skeleton className="h-48" />}
      {preview !== null && problem === null && (
        <>
          <ColumnMapping preview={preview} onChange={change} />
          <ValueMapping preview={preview} settings={settings} onChange={change} />
          <ItemPreview preview={preview} />
        </>
      )}
      {refusal !== null && (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
      <div className="sticky bottom-0 z-sticky -mx-5 flex flex-wrap items-center gap-2 border-t border-line bg-sheet px-5 py-3">
        <p className="flex min-w-0 flex-1 items-center gap-2 text-soft tabular" aria-live="polite">
          <ItemTotals totals={problem === null ? preview?.totals : undefined} isLoading={isLoading} />
        </p>
        <Button
          variant="primary"
          disabled={!canStart || isLoading}
          loading={isStarting}
          onClick={() => void start()}
        >
          {t('pages.imports.begin')}
        </Button>
        <Button
          onClick={() => {
            void stopItemImport(row)
            void navigate(`/${currentSlug()}/settings/imports`)
          }}
        >
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  )
}

interface ItemTotalsProps {
  totals: ItemImportPreview['totals'] | undefined
  isLoading: boolean
}

/** Shows how many work items an import with the current settings imports and leaves out. */
function ItemTotals({ totals, isLoading }: ItemTotalsProps) {
  const { t } = useTranslation()
  if (isLoading)
    return (
      <>
        <Spinner /> {t('itemImports.reading')}
      </>
    )
  if (totals === undefined) return null
  return [
    t('itemImports.items', { number: formatNumber(totals.items) }),
    ...(totals.dropped > 0 ? [t('itemImports.dropped', { number: formatNumber(totals.dropped) })] : []),
  ].join(' · ')
}

/** Loads the preview for the settings. The previous preview stays visible until the new one is loaded. */
function usePreview({ id, project_id }: ItemImportRow, settings: ItemImportSettings) {
  const [preview, setPreview] = useState<ItemImportPreview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLoading, setIsLoading] = useState(true)
  useEffect(() => {
    let isCurrent = true
    setIsLoading(true)
    previewItemFile({ id, project_id }, settings)
      .then((loaded) => {
        if (!isCurrent) return
        setPreview(loaded)
        setProblem(null)
      })
      .catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error
        if (isCurrent) setProblem(error.message)
      })
      .finally(() => {
        if (isCurrent) setIsLoading(false)
      })
    return () => {
      isCurrent = false
    }
  }, [id, project_id, settings])
  return { preview, problem, isLoading }
}
