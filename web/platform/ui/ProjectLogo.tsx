import type { ReactNode } from 'react'
import { emojiFromLogo } from '#common/platform/logo.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { cx } from './cx.ts'
import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'

const glyph = loadable(() => import('./LogoGlyph.tsx').then(({ LogoGlyph }) => LogoGlyph))

export interface ProjectLogoProps {
  logo?: LogoProps | null
  /** The name of the project or page. Its first letter is shown if there is no logo. */
  name: string
  /** Shown instead of the letter: the icon of a page, cycle or view. */
  fallback?: ReactNode
  size?: 'sm' | 'md' | 'lg'
}

/**
 * The emoji or icon of a project, page, cycle, module or view. The name is always next to it, so screen
 * readers skip it.
 */
export function ProjectLogo({ logo, name, fallback, size = 'sm' }: ProjectLogoProps) {
  const emoji = emojiFromLogo(logo)
  const icon = logo?.in_use === 'icon' ? logo.icon : undefined
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid shrink-0 select-none place-items-center overflow-hidden leading-none',
        !(fallback && !emoji && !icon) && 'bg-active',
        sizes[size],
      )}
      style={icon?.background_color ? { background: icon.background_color } : undefined}
    >
      {emoji ??
        (icon?.name ? (
          <LazyComponent
            part={glyph}
            props={{ name: icon.name, color: icon.color, fallback: fallback ?? letter(name) }}
          />
        ) : (
          (fallback ?? letter(name))
        ))}
    </span>
  )
}

function letter(name: string) {
  return (
    <span className="text-[0.82em] font-strong text-soft">
      {[...name.trim()][0]?.toLocaleUpperCase() ?? ''}
    </span>
  )
}

const sizes = {
  sm: 'size-4.5 rounded-sm text-[0.6875rem] [&>svg]:size-3.5',
  md: 'size-7 rounded-md text-[1rem] [&>svg]:size-4.5',
  lg: 'size-10 rounded-lg text-[1.375rem] [&>svg]:size-6',
}
