import { CalendarDays, ChartGantt, Columns3, List as ListIcon, Table2 } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode } from 'react'
import type { LayoutName } from '#common/user-properties/rules.ts'
import { Board } from './Board.tsx'
import type { LayoutProps } from './layout-props.ts'

const List = lazy(() => import('./list/List.tsx').then(({ List }) => ({ default: List })))
const Calendar = lazy(() => import('./calendar/Calendar.tsx').then(({ Calendar }) => ({ default: Calendar })))
const Spreadsheet = lazy(() =>
  import('./spreadsheet/Spreadsheet.tsx').then(({ Spreadsheet }) => ({ default: Spreadsheet })),
)
const Gantt = lazy(() => import('./gantt/Gantt.tsx').then(({ Gantt }) => ({ default: Gantt })))

interface Layout {
  icon: ReactNode
  Component: ComponentType<LayoutProps>
}

/** How work items can be laid out; which of them a place offers is in `common/listing/options.ts`. */
export const layouts: Record<LayoutName, Layout> = {
  list: { icon: <ListIcon />, Component: List },
  kanban: { icon: <Columns3 />, Component: Board },
  calendar: { icon: <CalendarDays />, Component: Calendar },
  spreadsheet: { icon: <Table2 />, Component: Spreadsheet },
  gantt_chart: { icon: <ChartGantt />, Component: Gantt },
}
