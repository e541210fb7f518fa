import { Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../../locales/i18n.ts'
import { useLoaded } from '../../../platform/shell/use-loaded.ts'
import { useReloadOn } from '../../../platform/shell/use-reload-on.ts'
import { buttonClass } from '../../../platform/ui/button-class.ts'

interface TrashHintProps {
  /** The address of the trash. */
  to: string
  /** Answers how much is in it; stays the same function as long as it counts the same. */
  count: () => Promise<number>
  /** See `useReloadOn`. */
  follow: (tell: () => void) => (() => void)[]
}

/** The way from an empty list to what was deleted from it. Nothing while the trash is empty too. */
export function TrashHint({ to, count, follow }: TrashHintProps) {
  const { t } = useTranslation()
  const [found, setFound] = useState(0)
  const { retry } = useLoaded(useCallback(async () => setFound(await count()), [count]))
  useReloadOn(follow, retry)
  if (found === 0) return null
  return (
    <Link className={buttonClass({})} to={to}>
      <Trash2 aria-hidden />
      {t('trash.inTrash', { count: found })}
    </Link>
  )
}
