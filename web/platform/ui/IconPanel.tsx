import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { ColorPicker } from './ColorPicker.tsx'
import { cx } from './cx.ts'
import { Input } from './Input.tsx'
import { logoIcons } from './logo-icons.ts'

interface IconPanelProps {
  name: string | null | undefined
  color: string
  onPick: (name: string, color: string) => void
  /** Changes the color of the chosen icon. */
  onColor: (color: string) => void
}

/** The icons for logos, loaded by LogoPicker. */
export function IconPanel({ name, color, onPick, onColor }: IconPanelProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [tint, setTint] = useState(color)
  const found = Object.entries(logoIcons).filter(([each]) =>
    each.toLowerCase().includes(query.trim().toLowerCase()),
  )
  return (
    <div className="flex h-100 flex-col gap-2 p-2">
      <ColorPicker
        wide
        label={t('ui.logo.color')}
        value={tint}
        onChange={(next) => {
          setTint(next)
          onColor(next)
        }}
      />
      <Input
        aria-label={t('ui.logo.searchIcons')}
        placeholder={t('ui.logo.searchIcons')}
        icon={<Search />}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className="scroll-quiet grid min-h-0 flex-1 grid-cols-8 content-start overflow-y-auto">
        {found.map(([each, Icon]) => (
          <button
            key={each}
            type="button"
            aria-label={each}
            aria-pressed={each === name}
            onClick={() => onPick(each, tint)}
            className={cx(
              'grid aspect-square place-items-center rounded-sm transition-colors hover:bg-hover focus-visible:-outline-offset-2',
              each === name && 'bg-active',
            )}
            style={{ color: tint }}
          >
            <Icon className="size-4.5!" />
          </button>
        ))}
        {found.length === 0 && (
          <p className="col-span-8 py-8 text-center text-soft">{t('ui.logo.noIcons')}</p>
        )}
      </div>
    </div>
  )
}
