import { useAtom } from 'jotai'
import { calendarTargetAtom } from '../../platform/shell/calendar-target.ts'
import { NewCalendarAddress } from './NewCalendarAddress.tsx'

/** The dialog that menus open to subscribe to a project, view, cycle or module. */
export function CalendarDialog() {
  const [target, setTarget] = useAtom(calendarTargetAtom)
  return target !== null && <NewCalendarAddress target={target} onClose={() => setTarget(null)} />
}
