import { type Role, roleName, roles } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Select } from '../../platform/ui/Select.tsx'

interface RoleSelectProps {
  value: Role
  onChange: (role: Role) => void
  /** The accessible name, which contains the name of the person. */
  label: string
  /** The roles that can be assigned. The current role is always shown. */
  allowed?: (role: Role) => boolean
  size?: 'sm' | 'md' | 'lg'
  className?: string
}

/** A select for the role of a person: guest, member or admin. */
export function RoleSelect({
  value,
  onChange,
  label,
  allowed = () => true,
  size,
  className,
}: RoleSelectProps) {
  const { t } = useTranslation()
  const shown = roles.filter((role) => role === value || allowed(role))
  return (
    <Select
      value={roleName(value)}
      onChange={(name) => onChange(shown.find((role) => roleName(role) === name) ?? value)}
      label={label}
      size={size}
      className={className}
      options={shown.map((role) => ({ value: roleName(role), label: t(`roles.${roleName(role)}`) }))}
    />
  )
}
