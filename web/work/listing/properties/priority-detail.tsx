import { type Priority, priorities } from '#common/work/work-items/priorities.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { PriorityIcon } from '../../../platform/ui/PriorityIcon.tsx'
import { commonValue } from '../bulk/common-values.ts'
import {
  type DetailPropertyDefinition,
  iconAndNameClass,
  type PropertyPickerProps,
} from './property-detail.ts'
import { cellTextOfString, equalsIgnoringCase, rejectCellText, type TextParsers } from './text.ts'

export const priorityDetail: DetailPropertyDefinition = {
  column: { width: 116 },
  Cell: ({ row: { priority } }) => {
    const { t } = useTranslation()
    return (
      <span className={iconAndNameClass}>
        <PriorityIcon priority={priority} />
        <span className={cx('truncate', priority === 'none' && 'sr-only')}>
          {t(`ui.priority.${priority}`)}
        </span>
      </span>
    )
  },
  Full: ({ row: { priority } }) => {
    const { t } = useTranslation()
    return (
      <>
        <PriorityIcon priority={priority} />
        {t(`ui.priority.${priority}`)}
      </>
    )
  },
  Picker: PriorityPicker,
  ofMany: (rows) => ({ priority: commonValue(rows, (row) => row.priority) }),
  text: (row, names) => cellTextOfString(row.priority === 'none' ? '' : names.priority(row.priority)),
  parse: (given, _, reading) => {
    const priority = priorityNamed(given.text, reading)
    return priority === undefined ? rejectCellText('not_a_priority', given) : { patch: { priority } }
  },
}

function PriorityPicker({
  name: _,
  projectId: __,
  item: { priority: value = null },
  onChange,
  ...control
}: PropertyPickerProps) {
  const { t } = useTranslation()
  return (
    <Picker
      {...control}
      label={t('properties.priority')}
      value={value}
      onChange={(chosen) => {
        const priority = priorities.find((known) => known === chosen)
        if (priority !== undefined && priority !== value) onChange({ priority })
      }}
      options={priorities.map((priority) => ({
        value: priority,
        label: t(`ui.priority.${priority}`),
        icon: <PriorityIcon priority={priority} />,
      }))}
    />
  )
}

function priorityNamed(text: string, { priority: nameOf }: TextParsers): Priority | undefined {
  if (text === '') return 'none'
  return priorities.find(
    (priority) => equalsIgnoringCase(nameOf(priority), text) || equalsIgnoringCase(priority, text),
  )
}
