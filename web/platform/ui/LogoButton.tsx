import type { ReactNode } from 'react'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { LogoPicker } from './LogoPicker.tsx'
import { ProjectLogo } from './ProjectLogo.tsx'

export interface LogoButtonProps {
  /** What the picker is called, and what the button does. */
  label: string
  action: string
  value: LogoProps
  onChange: (logo: LogoProps) => void
  /** The name in the field beside it. */
  name: string
  /** Stands in for a logo instead of the name's first letter. */
  fallback?: ReactNode
}

/** Chooses the logo of what is being named, left of a large field with a label. */
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
