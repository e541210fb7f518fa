import { Calendar, ChartGantt, Columns3, List, Table2 } from 'lucide-react'
import { Avatar } from '../ui/Avatar.tsx'
import { PriorityIcon } from '../ui/PriorityIcon.tsx'
import type { PickerOption } from '../ui/picker-options.ts'
import { StateIcon } from '../ui/StateIcon.tsx'

export const sampleLayouts = [
  { value: 'list', label: 'List', icon: <List /> },
  { value: 'board', label: 'Board', icon: <Columns3 />, keys: 'mod+b' },
  { value: 'calendar', label: 'Calendar', icon: <Calendar /> },
  { value: 'table', label: 'Spreadsheet', icon: <Table2 /> },
  { value: 'gantt', label: 'Timeline', icon: <ChartGantt /> },
]

export const samplePeople = [
  { id: '0190d3a0-0000-7000-8000-000000000001', name: 'Ada Okafor', live: true },
  { id: '0190d3a0-0000-7000-8000-000000000002', name: 'Juno Ruiz', live: true },
  { id: '0190d3a0-0000-7000-8000-000000000003', name: 'Lena Sato' },
  { id: '0190d3a0-0000-7000-8000-000000000004', name: 'Mika Keller' },
  { id: '0190d3a0-0000-7000-8000-000000000005', name: 'Tova Vester' },
  { id: '0190d3a0-0000-7000-8000-000000000006', name: 'Émile' },
]

export const sampleStateGroups = [
  'backlog',
  'unstarted',
  'started',
  'completed',
  'cancelled',
  'triage',
] as const
export const samplePriorities = ['urgent', 'high', 'medium', 'low', 'none'] as const

export const sampleStateOptions: PickerOption[] = [
  { value: 'backlog', label: 'Backlog', icon: <StateIcon group="backlog" />, group: 'Not started' },
  { value: 'todo', label: 'Todo', icon: <StateIcon group="unstarted" />, group: 'Not started' },
  { value: 'started', label: 'In progress', icon: <StateIcon group="started" />, group: 'Under way' },
  {
    value: 'review',
    label: 'In review',
    icon: <StateIcon group="started" color="#0d9488" />,
    group: 'Under way',
  },
  { value: 'done', label: 'Done', icon: <StateIcon group="completed" />, group: 'Finished' },
  {
    value: 'cancelled',
    label: 'Cancelled',
    icon: <StateIcon group="cancelled" />,
    group: 'Finished',
    disabled: true,
  },
]

export const samplePersonOptions: PickerOption[] = samplePeople.map((person) => ({
  value: person.id,
  label: person.name,
  hint: `${person.name.split(' ')[0]?.toLowerCase()}@northwind.test`,
  icon: <Avatar {...person} live={false} size="xs" decorative />,
}))

export const samplePriorityOptions: PickerOption[] = samplePriorities.map((priority) => ({
  value: priority,
  label: priority === 'none' ? 'No priority' : priority.replace(/^./, (first) => first.toUpperCase()),
  icon: <PriorityIcon priority={priority} />,
}))
