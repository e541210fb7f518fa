import { CalendarDays, ChartGantt, Columns3, List as ListIcon, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LayoutName } from '#common/work/listing/view-settings.ts'
import { asLoadable, type Loadable, loadable } from '../../../platform/ui/loadable.ts'
import { Board } from './board/Board.tsx'
import type { LayoutProps } from './layout-props.ts'

interface Layout {
  icon: ReactNode
  part: Loadable<LayoutProps>
}

/**
 * All layouts. `common/work/listing/options.ts` defines which layouts a scope offers. The board is part of
 * the initial bundle, the other layouts are loaded on demand.
 */
export const layouts: Record<LayoutName, Layout> = {
  list: { icon: <ListIcon />, part: loadable(() => import('./list/List.tsx').then(({ List }) => List)) },
  kanban: { icon: <Columns3 />, part: asLoadable(Board) },
  calendar: {
    icon: <CalendarDays />,
    part: loadable(() =>
      import('./calendar/CalendarLayout.tsx').then(({ CalendarLayout }) => CalendarLayout),
    ),
  },
  spreadsheet: {
    icon: <Table2 />,
    part: loadable(() => import('./spreadsheet/Spreadsheet.tsx').then(({ Spreadsheet }) => Spreadsheet)),
  },
  gantt_chart: {
    icon: <ChartGantt />,
    part: loadable(() => import('./gantt/Gantt.tsx').then(({ Gantt }) => Gantt)),
  },
}
