import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { IconButton } from '../../../../platform/ui/IconButton.tsx'
import { Popover } from '../../../../platform/ui/Popover.tsx'
import { toDate } from '../../../../platform/ui/plain-date.ts'
import { addMonths } from './date-grid.ts'

interface MonthPickerProps {
  /** Name of the shown month. */
  name: string
  month: string
  thisMonth: string
  onChoose: (month: string) => void
}

/** The name of the month, which opens a picker for other months. */
export function MonthPicker({ name, month, thisMonth, onChoose }: MonthPickerProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('workItems.calendar.chooseMonth')}
      open={open}
      onOpenChange={setOpen}
      className="w-60 p-2!"
      trigger={
        <button
          type="button"
          className="-ms-1.5 flex h-control min-w-0 items-center gap-1 rounded-sm px-1.5 text-lg font-strong tracking-[-0.012em] hover:bg-hover data-popup-open:bg-hover"
        >
          <span className="truncate">{name}</span>
          <ChevronDown className="text-icon-faint" aria-hidden />
        </button>
      }
    >
      <Months
        month={month}
        thisMonth={thisMonth}
        onChoose={(chosen) => {
          setOpen(false)
          onChoose(chosen)
        }}
      />
    </Popover>
  )
}

function Months({ month, thisMonth, onChoose }: Omit<MonthPickerProps, 'name'>) {
  const { t, i18n } = useTranslation()
  const [january, setJanuary] = useState(`${month.slice(0, 4)}-01`)
  const year = january.slice(0, 4)
  return (
    <>
      <div className="flex items-center justify-between pb-1.5">
        <IconButton
          size="sm"
          label={t('workItems.calendar.previousYear')}
          icon={<ChevronLeft />}
          onClick={() => setJanuary(addMonths(january, -12))}
        />
        <span className="font-strong tabular">{year}</span>
        <IconButton
          size="sm"
          label={t('workItems.calendar.nextYear')}
          icon={<ChevronRight />}
          onClick={() => setJanuary(addMonths(january, 12))}
        />
      </div>
      <div className="grid grid-cols-3 gap-1">
        {Array.from({ length: 12 }, (_, at) => addMonths(january, at)).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === month}
            onClick={() => onChoose(one)}
            className={cx(
              'h-8 rounded-sm font-medium hover:bg-hover aria-pressed:bg-accent aria-pressed:text-on-accent coarse:h-touch',
              one === thisMonth && one !== month && 'text-accent-text',
            )}
          >
            {toDate(`${one}-01`).toLocaleDateString(i18n.language, { month: 'short' })}
          </button>
        ))}
      </div>
    </>
  )
}
