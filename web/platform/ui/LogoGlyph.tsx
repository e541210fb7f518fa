import type { ReactNode } from 'react'
import { logoIcons } from './logo-icons.ts'

/** A logo's icon; loaded apart, since most projects have an emoji. */
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
