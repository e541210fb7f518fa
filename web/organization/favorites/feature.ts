import type { Feature } from '../../platform/shell/feature.ts'
import { Favorites } from './Favorites.tsx'

export const favorites: Feature = { id: 'favorites', sidebar: Favorites }
