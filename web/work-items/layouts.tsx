import { Columns3, List as ListIcon, Table2 } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode } from 'react'
import type { LayoutName } from '#common/user-properties/rules.ts'
import { Board } from './Board.tsx'
import { List } from './List.tsx'
import type { LayoutProps } from './layout-props.ts'

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
}
