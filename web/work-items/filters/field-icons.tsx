import {
  AtSign,
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  CalendarSync,
  CircleDashed,
  CircleDot,
  Eye,
  FolderKanban,
  SignalHigh,
  Tag,
  UserPen,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { FilterField } from '#common/listing/options.ts'

export const fieldIcons: Record<FilterField, ReactNode> = {
  state_id: <CircleDot />,
  state_group: <CircleDashed />,
  priority: <SignalHigh />,
  assignee_id: <UserRound />,
  mention_id: <AtSign />,
  label_id: <Tag />,
  created_by_id: <UserPen />,
  subscriber_id: <Eye />,
  project_id: <FolderKanban />,
  start_date: <CalendarClock />,
  target_date: <CalendarCheck />,
  created_at: <CalendarPlus />,
  updated_at: <CalendarSync />,
}
