import { organizationSizes } from '#common/organization/workspaces/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Select } from '../../platform/ui/Select.tsx'

export type OrganizationSize = (typeof organizationSizes)[number]

interface OrganizationSizeSelectProps {
  value: string | null
  onChange: (size: OrganizationSize) => void
}

/** A select for the number of people in the organization. */
export function OrganizationSizeSelect({ value, onChange }: OrganizationSizeSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      size="lg"
      // If the stored size is no longer in the list, the select shows the placeholder.
      value={organizationSizes.find((size) => size === value) ?? null}
      onChange={onChange}
      placeholder={t('workspaces.sizePlaceholder')}
      options={organizationSizes.map((size) => ({
        value: size,
        label: size === 'Just myself' ? t('workspaces.justMe') : size,
      }))}
    />
  )
}
