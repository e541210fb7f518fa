import type { Feature } from '../../platform/shell/feature.ts'
import { Favorites } from './Favorites.tsx'

export const favoritesFeature: Feature = { id: 'favorites', sidebar: Favorites }
