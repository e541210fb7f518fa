import { Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../../locales/i18n.ts'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../../platform/shell/use-reload-after-events.ts'
import { buttonClass } from '../../../platform/ui/button-class.ts'

interface TrashHintProps {
  /** URL of the trash. */
  to: string
  /** Returns the number of deleted rows. Must be memoized, because a new function loads the number again. */
  count: () => Promise<number>
  /** Subscribes to changes of the trash and calls `onEvent` for each one, see `useReloadAfterEvents`. */
  follow: (onEvent: () => void) => (() => void)[]
}

/** Link from an empty list to its trash. Renders nothing while the trash is empty. */
export function TrashHint({ to, count, follow }: TrashHintProps) {
  const { t } = useTranslation()
  const [found, setFound] = useState(0)
  const { retry } = useLoadState(useCallback(async () => setFound(await count()), [count]))
  useReloadAfterEvents(follow, retry)
  if (found === 0) return null
  return (
    <Link className={buttonClass({})} to={to}>
      <Trash2 aria-hidden />
      {t('trash.inTrash', { count: found })}
    </Link>
  )
}
