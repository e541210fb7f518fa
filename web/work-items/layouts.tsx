import { ChartGantt, Columns3, List as ListIcon, Table2 } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode } from 'react'
import type { LayoutName } from '#common/user-properties/rules.ts'
import { Board } from './Board.tsx'
import type { LayoutProps } from './layout-props.ts'
import { List } from './list/List.tsx'

const Gantt = lazy(() => import('./gantt/Gantt.tsx').then(({ Gantt }) => ({ default: Gantt })))

interface Layout {
  icon: ReactNode
  Component: ComponentType<LayoutProps>
}

/** How work items can be laid out; which of them a place offers is in `common/listing/options.ts`. */
export const layouts: Partial<Record<LayoutName, Layout>> = {
  list: { icon: <ListIcon />, Component: List },
  kanban: { icon: <Columns3 />, Component: Board },
  spreadsheet: {
    icon: <Table2 />,
    Component: lazy(() =>
      import('./spreadsheet/Spreadsheet.tsx').then(({ Spreadsheet }) => ({ default: Spreadsheet })),
    ),
  },
  gantt_chart: { icon: <ChartGantt />, Component: Gantt },
}
