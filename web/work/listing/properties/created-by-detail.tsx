import { PeopleCell } from './PeopleCell.tsx'
import type { DetailPropertyDefinition } from './property-detail.ts'
import { createReferenceCellText } from './text.ts'

export const createdByDetail: DetailPropertyDefinition = {
  column: { width: 148 },
  Cell: ({ row }) => row.created_by && <PeopleCell ids={[row.created_by]} />,
  text: (row, names) =>
    createReferenceCellText(row.created_by === null ? [] : [row.created_by], names.person),
}
