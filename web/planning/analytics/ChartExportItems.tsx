import { Download, ImageDown } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { toast } from '../../platform/ui/toast.ts'
import type { ChartData, LegendEntry } from './chart-data.ts'
import { saveCsv } from './save-csv.ts'
import { savePng } from './save-png.ts'

interface ChartExportItemsProps {
  title: string
  axisName: string
  /** Returns the data of the chart, or null while it is loading. */
  getData: () => ChartData | null
  /** Returns the element that contains the drawing. Without this function, the chart cannot be saved as an image. */
  getPlot?: (() => Element | null) | undefined
  legendOf: (data: ChartData) => readonly LegendEntry[]
}

/** Menu items that save a chart as a table or as an image. */
export function ChartExportItems({ title, axisName, getData, getPlot, legendOf }: ChartExportItemsProps) {
  const { t } = useTranslation()
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-')
  const save = (write: (data: ChartData) => Promise<void> | void) =>
    Promise.try(() => {
      const data = getData()
      if (data !== null) return write(data)
      toast.message(t('dashboards.noFigures'))
    }).catch(() => toast.error(t('dashboards.notSaved')))
  return (
    <>
      <MenuItem
        icon={<Download />}
        onSelect={() => void save((data) => saveCsv(`${name}.csv`, rowsOf(data, axisName)))}
      >
        {t('dashboards.saveCsv')}
      </MenuItem>
      {getPlot && (
        <MenuItem
          icon={<ImageDown />}
          onSelect={() =>
            void save(async (data) => {
              const plot = getPlot()
              if (plot !== null) await savePng(`${name}.png`, plot, title, legendOf(data))
            })
          }
        >
          {t('dashboards.savePng')}
        </MenuItem>
      )}
    </>
  )
}

/** Returns the data as rows of a table, with a line of headings. */
function rowsOf({ points, series }: ChartData, axisName: string): (string | number)[][] {
  return [
    [axisName, ...series.map((one) => one.name)],
    ...points.map((point) => [point.name, ...series.map(({ key }) => point.values[key] ?? '')]),
  ]
}
