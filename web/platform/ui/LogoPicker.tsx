import { type ReactElement, useState } from 'react'
import { emojiLogo, iconLogo } from '#common/platform/logo.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { EmojiPicker, preloadEmojiPicker } from './EmojiPicker.tsx'
import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'
import { Popover } from './Popover.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { swatches } from './swatches.ts'

const icons = loadable(() => import('./IconPanel.tsx').then(({ IconPanel }) => IconPanel))

export interface LogoPickerProps {
  /** The button that shows the logo. */
  trigger: ReactElement
  label: string
  value: LogoProps | null | undefined
  onChange: (logo: LogoProps) => void
}

/** A popover to choose the logo of a project or page: an emoji, or an icon in a color. */
export function LogoPicker({ trigger, label, value, onChange }: LogoPickerProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [kind, setKind] = useState<'emoji' | 'icon'>(value?.in_use === 'icon' ? 'icon' : 'emoji')

  function choose(logo: LogoProps) {
    onChange(logo)
    setOpen(false)
  }

  return (
    <Popover
      trigger={trigger}
      label={label}
      open={open}
      onOpenChange={setOpen}
      preload={preloadEmojiPicker}
      className="w-80 p-0! overflow-hidden!"
    >
      <div className="border-b border-line p-2">
        <SegmentedControl
          label={label}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'emoji', label: t('ui.logo.emoji') },
            { value: 'icon', label: t('ui.logo.icon') },
          ]}
        />
      </div>
      {kind === 'emoji' ? (
        <EmojiPicker onPick={(emoji) => choose(emojiLogo(emoji))} />
      ) : (
        <LazyComponent
          part={icons}
          fallback={<div className="h-100" />}
          props={{
            name: value?.in_use === 'icon' ? value.icon?.name : undefined,
            color: value?.icon?.color ?? swatches[8] ?? '#3e63dd',
            onPick: (name, color) => choose(iconLogo(name, color)),
            onColor: (color) =>
              value?.in_use === 'icon' && value.icon?.name && onChange(iconLogo(value.icon.name, color)),
          }}
        />
      )}
    </Popover>
  )
}
