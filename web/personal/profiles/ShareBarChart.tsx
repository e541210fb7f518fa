import type { ReactNode } from 'react'
import { HomeEmptyText } from '../home/HomeSection.tsx'

interface Share {
  key: string
  name: string
  icon: ReactNode
  count: number
  color: string
}

/** A bar chart with a number for each bar. */
export function ShareBarChart({ shares, empty }: { shares: readonly Share[]; empty: string }) {
  const most = Math.max(...shares.map(({ count }) => count))
  if (most === 0) return <HomeEmptyText>{empty}</HomeEmptyText>
  return (
    <ul className="flex flex-col py-1">
      {shares.map(({ key, name, icon, count, color }) => (
        <li key={key} className="flex min-h-row items-center gap-2.5">
          {icon}
          <span className="w-28 shrink-0 truncate">{name}</span>
          <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken">
            <span
              className="block h-full rounded-full"
              style={{ width: `${(100 * count) / most}%`, background: color }}
            />
          </span>
          <span className="w-10 shrink-0 text-ui-end text-soft tabular">{count}</span>
        </li>
      ))}
    </ul>
  )
}
