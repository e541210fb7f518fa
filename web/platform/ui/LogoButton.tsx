import type { ReactNode } from 'react'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { LogoPicker } from './LogoPicker.tsx'
import { ProjectLogo } from './ProjectLogo.tsx'

export interface LogoButtonProps {
  /** Accessible name of the picker and label of its button. */
  label: string
  action: string
  value: LogoProps
  onChange: (logo: LogoProps) => void
  /** The current text of the name field. Its first letter is shown if there is no logo. */
  name: string
  /** Shown instead of the first letter if there is no logo. */
  fallback?: ReactNode
}

/** A button to choose a logo, placed left of a large field with a label. */
export function LogoButton({ label, action, value, onChange, name, fallback }: LogoButtonProps) {
  return (
    <LogoPicker
      label={label}
      value={value}
      onChange={onChange}
      trigger={
        <button
          type="button"
          aria-label={action}
          className="mt-5.5 grid size-control-lg shrink-0 place-items-center rounded-md border border-line-strong text-icon-faint hover:bg-hover"
        >
          <ProjectLogo logo={value} name={name} fallback={fallback} size="md" />
        </button>
      }
    />
  )
}
