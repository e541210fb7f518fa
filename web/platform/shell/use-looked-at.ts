import { useEffect } from 'react'
import { useFeatures } from './feature.ts'

/** Tells the features of a work item or page as long as the person looks at it. */
export function useLookedAt(id: string): void {
  const features = useFeatures()
  useEffect(() => {
    const ends = features.flatMap(({ onLookedAt }) => onLookedAt?.(id) ?? [])
    return () => {
      for (const end of ends) end()
    }
  }, [features, id])
}
