import type { ReactNode } from 'react'
import { logoIcons } from './logo-icons.ts'

/** The icon of a logo. Loaded separately, because most projects use an emoji. */
export function LogoGlyph({
  name,
  color,
  fallback,
}: {
  name: string
  color?: string | null
  fallback: ReactNode
}) {
  const Icon = logoIcons[name]
  return Icon ? <Icon style={color ? { color } : undefined} /> : fallback
}
