import { listNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Avatar } from './Avatar.tsx'
import { cx } from './cx.ts'
import { Tooltip } from './Tooltip.tsx'

export interface StackedPerson {
  id: string
  name: string
  src?: string | null
  live?: boolean
}

export interface AvatarStackProps {
  people: readonly StackedPerson[]
  /** The maximum number of avatars. The number of further users is shown instead. */
  max?: number
  size?: 'xs' | 'sm' | 'md'
  /** The accessible name of the group, such as "Assignees" or "Here now". */
  label: string
  /** If given, each avatar is a button. `pressLabel` returns the accessible name of the button. */
  onPress?: (id: string) => void
  pressLabel?: (name: string, id: string) => string
}

export function AvatarStack({ people, max = 4, size = 'sm', label, onPress, pressLabel }: AvatarStackProps) {
  const { t } = useTranslation()
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const rest = people.slice(shown.length)
  return (
    <ul aria-label={label} className="inline-flex items-center">
      {shown.map((person, index) => (
        <li
          key={person.id}
          className={cx('flex', index > 0 && (person.live || shown[index - 1]?.live ? 'ms-1.25' : '-ms-0.5'))}
        >
          {onPress && pressLabel ? (
            <Tooltip label={pressLabel(person.name, person.id)}>
              <button
                type="button"
                aria-label={pressLabel(person.name, person.id)}
                onClick={() => onPress(person.id)}
                className="touch-target flex rounded-full"
              >
                <Avatar {...person} size={size} decorative />
              </button>
            </Tooltip>
          ) : (
            <Tooltip label={person.live ? t('ui.live', { name: person.name }) : person.name}>
              <Avatar
                {...person}
                size={size}
                className={person.live ? undefined : 'shadow-[0_0_0_1.5px_var(--avatar-gap,var(--sheet))]'}
              />
            </Tooltip>
          )}
        </li>
      ))}
      {rest.length > 0 && (
        <li className="-ms-0.5 flex">
          <Tooltip label={listNames(rest.map((person) => person.name))}>
            <span
              role="img"
              aria-label={t('ui.morePeople', { count: rest.length })}
              className={cx(
                'tabular grid place-items-center rounded-full bg-sunken font-strong tracking-normal text-soft shadow-[0_0_0_1.5px_var(--avatar-gap,var(--sheet)),inset_0_0_0_1px_var(--line)]',
                sizes[size],
              )}
            >
              +{rest.length}
            </span>
          </Tooltip>
        </li>
      )}
    </ul>
  )
}

const sizes = {
  xs: 'size-4.5 text-[0.5rem]',
  sm: 'size-5.5 text-[0.59375rem]',
  md: 'size-7 text-[0.6875rem]',
}
