import type { ReactNode } from 'react'
import { useCommandComponents } from './command-parts.ts'

export function CommandGroup({ heading, children }: { heading: string; children: ReactNode }) {
  const Command = useCommandComponents()
  return (
    <Command.Group
      heading={heading}
      className="px-2 [&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:pt-2.5 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  )
}
