import { useEffect } from 'react'
import { useFeatures } from './feature.ts'

/**
 * Calls `onViewed` of all features when the user opens a work item or page, and their cleanup functions when
 * the user leaves it.
 */
export function useReportViewedRow(id: string): void {
  const features = useFeatures()
  useEffect(() => {
    const ends = features.flatMap(({ onViewed }) => onViewed?.(id) ?? [])
    return () => {
      for (const end of ends) end()
    }
  }, [features, id])
}
