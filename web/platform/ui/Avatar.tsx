import { Bot } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { useIsAgent } from './agent-ids.ts'
import { cx } from './cx.ts'
import { initials } from './initials.ts'
import { personColor } from './person-color.ts'
import { resizedPictureUrl } from './resized-picture-url.ts'

export interface AvatarProps extends Omit<ComponentProps<'span'>, 'id' | 'role' | 'style' | 'children'> {
  /** Id of the user, which determines the color. */
  id: string
  name: string
  src?: string | null
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /** If true, a ring around the avatar indicates that the user is currently present. */
  live?: boolean
  /** True if the name is shown next to the picture, so that screen readers skip the picture. */
  decorative?: boolean
  className?: string
}

export function Avatar({ id, name, src, size = 'sm', live, decorative, className, ...rest }: AvatarProps) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState<string>()
  const color = personColor(id)
  const isMarked = useIsAgent(id)
  const label = isMarked ? t('ui.agentName', { name }) : name

  function avatarLabel(): string {
    // The name is next to a decorative avatar, so screen readers read only the mark.
    if (decorative) return t('ui.agent')
    return live ? t('ui.live', { name: label }) : label
  }

  return (
    <span
      {...rest}
      {...(decorative && !isMarked ? { 'aria-hidden': true } : { role: 'img', 'aria-label': avatarLabel() })}
      style={{
        background: color,
        boxShadow: live ? `0 0 0 2px var(--avatar-gap, var(--sheet)), 0 0 0 3.5px ${color}` : undefined,
      }}
      className={cx(
        'relative inline-grid shrink-0 select-none place-items-center rounded-full font-strong leading-none tracking-normal text-on-person *:col-start-1 *:row-start-1',
        sizes[size],
        className,
      )}
    >
      {/* The initials are part of the picture, so screen readers ignore them. The accessible name comes
          from the button around the avatar. */}
      <span aria-hidden data-initials={initials(name)} className="before:content-[attr(data-initials)]" />
      {src && src !== broken && (
        <img
          src={size === 'xl' ? src : resizedPictureUrl(src, 128)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
          className="size-full rounded-full object-cover"
        />
      )}
      {isMarked && (
        <span
          aria-hidden
          className="absolute -end-1/8 -bottom-1/8 grid size-1/2 min-h-2.5 min-w-2.5 place-items-center rounded-full bg-sheet text-text ring-1 ring-line-strong"
        >
          <Bot className="size-3/4" />
        </span>
      )}
    </span>
  )
}

const sizes = {
  xs: 'size-4.5 text-[0.5rem]',
  sm: 'size-5.5 text-[0.59375rem]',
  md: 'size-7 text-[0.6875rem]',
  lg: 'size-10 text-lg',
  xl: 'size-16 text-2xl',
}
