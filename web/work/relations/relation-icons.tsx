import {
  AlignEndVertical,
  AlignStartVertical,
  CircleDot,
  Copy,
  Hammer,
  Link2,
  OctagonAlert,
  OctagonX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { RelationName } from '#common/work/relations/rules.ts'

export const relationIcons: Record<RelationName, ReactNode> = {
  relates_to: <Link2 />,
  duplicate: <Copy />,
  blocked_by: <OctagonX />,
  blocking: <OctagonAlert />,
  start_before: <AlignStartVertical />,
  start_after: <AlignStartVertical />,
  finish_before: <AlignEndVertical />,
  finish_after: <AlignEndVertical />,
  implemented_by: <Hammer />,
  implements: <CircleDot />,
}
