import { Avatar as BaseAvatar } from '@base-ui/react/avatar'
import { useTranslation } from '../locales/i18n.ts'
import { cx } from './cx.ts'
import { initials } from './initials.ts'
import { personColor } from './person-color.ts'

export interface AvatarProps {
  /** The person's id: it chooses the colour. */
  id: string
  name: string
  src?: string | null
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /** They are here now: a ring in their colour. */
  live?: boolean
  /** Their name stands beside it already, so screen readers skip the picture. */
  decorative?: boolean
  className?: string
}

export function Avatar({ id, name, src, size = 'sm', live, decorative, className }: AvatarProps) {
  const { t } = useTranslation()
  const color = personColor(id)
  return (
    <BaseAvatar.Root
      role={decorative ? undefined : 'img'}
      aria-hidden={decorative || undefined}
      aria-label={decorative ? undefined : live ? t('ui.live', { name }) : name}
      style={{
        background: color,
        boxShadow: live ? `0 0 0 2px var(--avatar-gap, var(--sheet)), 0 0 0 3.5px ${color}` : undefined,
      }}
      className={cx(
        'inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full font-strong tracking-normal text-on-person',
        sizes[size],
        className,
      )}
    >
      {src && <BaseAvatar.Image src={src} alt="" className="size-full object-cover" />}
      <BaseAvatar.Fallback aria-hidden className="leading-none">
        {initials(name)}
      </BaseAvatar.Fallback>
    </BaseAvatar.Root>
  )
}

const sizes = {
  xs: 'size-4.5 text-[8px]',
  sm: 'size-5.5 text-[9.5px]',
  md: 'size-7 text-[11px]',
  lg: 'size-10 text-lg',
  xl: 'size-16 text-2xl',
}
