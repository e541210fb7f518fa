import { Minimize2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'

/** Milliseconds between two updates of the displayed time, which shows hours and minutes. */
const clockInterval = 5000

/** The heading of a dashboard on a wall display: its name, the time and the button that leaves full screen. */
export function WallHeading({ name }: { name: string }) {
  const { t, i18n } = useTranslation()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), clockInterval)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="flex h-14 items-center gap-3 px-5">
      <h1 dir="auto" className="min-w-0 flex-1 truncate text-2xl font-strong">
        {name}
      </h1>
      <time dateTime={now.toISOString()} className="text-xl text-soft tabular">
        {now.toLocaleTimeString(i18n.language, { timeStyle: 'short' })}
      </time>
      <IconButton
        label={t('dashboards.exitFullScreen')}
        keys="escape"
        icon={<Minimize2 />}
        onClick={() => void document.exitFullscreen()}
      />
    </div>
  )
}
