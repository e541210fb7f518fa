import { useEffect } from 'react'
import { useFeatures } from './feature.ts'

/** Notifies features while the user views a work item or page. */
export function useReportViewedRow(id: string): void {
  const features = useFeatures()
  useEffect(() => {
    const ends = features.flatMap(({ onViewed }) => onViewed?.(id) ?? [])
    return () => {
      for (const end of ends) end()
    }
  }, [features, id])
}
